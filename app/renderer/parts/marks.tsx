// The small marks that carry the colour code: item ids, tags, kinds of edit. Each has a letter or a word beside its colour.

import type { SectionId, Tag } from '#core/map/index.ts';
import { sectionOf } from '#core/map/index.ts';
import { openItem, selectItem } from '../actions/views.ts';
import { useStore } from '../store/store.ts';
import { Icon } from './Icon.tsx';
import './marks.css';

export const TAG_LETTERS: Readonly<Record<Tag, string>> = { helpful: 'H', harmful: 'X', stale: 'S', neutral: '–' };

/** The section an item id names by its prefix; ids that no model may invent come out as none. */
export function sectionOfId(itemId: string): SectionId | null {
  const prefix = itemId.slice(0, 2);
  return ['cr', 'cu', 'dc', 'ps', 'rr', 'ep'].find((id): id is SectionId => id === prefix) ?? null;
}

export function sectionClass(itemId: string): string {
  const section = sectionOfId(itemId);
  return section === null ? '' : `section-${section}`;
}

/** An item's id: one click selects it everywhere, a second opens its biography. */
export function ItemId({ id }: { readonly id: string }) {
  const selected = useStore((state) => state.view.selectedItemId === id);
  const section = sectionOfId(id);
  return (
    <button
      type="button"
      className={`item-id ${sectionClass(id)}`}
      data-selected={selected}
      data-item-ref={id}
      title={section === null ? id : `${sectionOf(section).title} · ${selected ? 'click to open' : 'click to select'}`}
      onClick={(event) => {
        event.stopPropagation();
        if (selected) openItem(id);
        else selectItem(id);
      }}
    >
      {id}
    </button>
  );
}

export function TagMark({ tag, delta }: { readonly tag: Tag; readonly delta?: string }) {
  return (
    <span className={`tag-mark tag-${tag}`} data-tag={tag}>
      <b aria-hidden="true">{TAG_LETTERS[tag]}</b>
      {tag}
      {delta !== undefined && <span className="mono">{delta}</span>}
    </span>
  );
}

export interface TagAt {
  readonly query: number;
  readonly tag: Tag | null;
}

/** What was said of an item, query by query: one small square each, newest last; a dot where it was left untagged. */
export function TagStrip({ tags }: { readonly tags: readonly TagAt[] }) {
  const shown = tags.slice(-12);
  if (shown.length === 0) return null;
  const words = shown.map(({ query, tag }) => `query ${query}: ${tag ?? 'untagged'}`).join(', ');
  return (
    <span className="tag-strip" role="img" aria-label={`Tags: ${words}`} title={words}>
      {shown.map(({ query, tag }) => (
        <i key={query} className={tag === null ? 'untagged' : `tag-${tag}`} />
      ))}
    </span>
  );
}

export function Kind({ kind, children }: { readonly kind: string; readonly children: string }) {
  return <span className={`kind kind-${kind}`}>{children}</span>;
}

export function EditKind({ kind }: { readonly kind: 'ADD' | 'REPLACE' | 'DELETE' | null }) {
  if (kind === null) return <Kind kind="refused">UNREADABLE</Kind>;
  return <Kind kind={kind === 'ADD' ? 'add' : kind === 'REPLACE' ? 'replace' : 'delete'}>{kind}</Kind>;
}

const SIGNS = { add: '+', replace: '~', delete: '−' } as const;

/** How many edits of a kind there were. None is quiet, so that what did change is what one sees. */
export function EditCount({ kind, count }: { readonly kind: keyof typeof SIGNS; readonly count: number }) {
  return (
    <span style={{ color: count === 0 ? 'var(--fg3)' : `var(--${kind})` }}>
      {SIGNS[kind]}
      {count}
    </span>
  );
}

export function EvictCount({ count }: { readonly count: number }) {
  return (
    <span className="evict-count" style={{ color: count === 0 ? 'var(--fg3)' : 'var(--evict)' }}>
      <Icon name="evict" size={12} />
      {count}
    </span>
  );
}

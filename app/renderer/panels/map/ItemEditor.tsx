// Writing an item by hand: text, reason, live token count, and what would have to go for it.

import { useRef } from 'react';
import { sectionOf } from '#core/map/index.ts';
import type { Command } from '#core/study/index.ts';
import { send } from '../../actions/commands.ts';
import { signed, whole } from '../../format/numbers.ts';
import { Button } from '../../parts/Button.tsx';
import { ItemId } from '../../parts/marks.tsx';
import { Select } from '../../parts/Select.tsx';
import { useRequest } from '../../parts/use-request.ts';
import { visible } from '../../parts/visible-text.ts';
import type { ItemDraft } from '../../store/draft-slice.ts';
import { shownVersion } from '../../store/shown.ts';
import { setDraft, useStore } from '../../store/store.ts';
import { Gone, Rewritten } from './Meanwhile.tsx';

const TYPING_MS = 160;

function commandOf(draft: ItemDraft): Command {
  const reason = draft.reason.trim() === '' ? null : draft.reason.trim();
  const { itemId, section, content } = draft;
  return itemId === null ? { do: 'item.add', section, content, reason } : { do: 'item.edit', itemId, content, reason };
}

async function save(draft: ItemDraft): Promise<void> {
  if (await send(commandOf(draft))) setDraft({ item: null });
}

/** What has no words of its own goes along with the map. */
function onMap(draft: ItemDraft, now: string | null): ItemDraft {
  return now === null || draft.content !== draft.base ? draft : { ...draft, content: now, base: now };
}

export function ItemEditor({ draft: kept }: { readonly draft: ItemDraft }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const handle = useStore((state) => state.study.open?.handle ?? '');
  const version = useStore(shownVersion);
  const now = version?.map.items.find((item) => item.id === kept.itemId)?.content ?? null;
  const draft = onMap(kept, now);
  const isGone = draft.itemId !== null && now === null;
  const same = draft.content.trim() === (now ?? '').trim();
  const command = commandOf(draft);
  const preview = useRequest(
    'preview.command',
    same ? null : { handle, command },
    `${version?.id ?? ''} ${JSON.stringify(command)}`,
    TYPING_MS,
  );
  const change = (next: Partial<ItemDraft>) => setDraft({ item: { ...draft, ...next } });
  /** The buttons it was settled with are gone then: on with writing. */
  const settle = (next: Partial<ItemDraft>) => {
    change(next);
    field.current?.focus();
  };
  const refusal = same
    ? null
    : preview.kind === 'error'
      ? preview.words
      : preview.kind === 'data'
        ? (preview.value.refusals[0]?.refusal.words ?? null)
        : null;
  const may = !same && !isGone && refusal === null;
  return (
    <form
      className={`item-editor section-${draft.section}`}
      data-testid="item-editor"
      onSubmit={(event) => {
        event.preventDefault();
        if (may) void save(draft);
      }}
    >
      <div className="item-editor-head">
        {draft.itemId === null ? (
          <>
            <b className="strong item-editor-title">New item</b>
            <Select
              kind="small"
              label="Section"
              options={(version?.map.sections ?? []).map((id) => ({ value: id, label: sectionOf(id).title }))}
              value={draft.section}
              onChange={(section) => change({ section })}
            />
          </>
        ) : (
          <ItemId id={draft.itemId} />
        )}
        <span className="grow" />
        <span className="mono dim" role="status" data-testid="editor-tokens">
          {same
            ? draft.itemId === null
              ? ''
              : 'no change yet'
            : preview.kind === 'data'
              ? `map ${whole(preview.value.tokens)} of ${whole(preview.value.budgetTokens)} (${signed(preview.value.tokens - (version?.tokens ?? 0))})`
              : ''}
        </span>
      </div>
      <textarea
        ref={field}
        autoFocus={draft.begun}
        onFocus={() => draft.begun && change({ begun: false })}
        rows={4}
        value={draft.content}
        placeholder={draft.itemId === null ? 'What the map should tell every later query' : undefined}
        aria-label="Text of the item"
        data-testid="editor-text"
        onChange={(event) => change({ content: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setDraft({ item: null });
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          if (may) void save(draft);
        }}
      />
      {isGone && (
        <Gone
          itemId={draft.itemId}
          onKeep={() => settle({ itemId: null, base: '' })}
          onLetGo={() => setDraft({ item: null })}
        />
      )}
      {version !== null && now !== null && now !== draft.base && !same && (
        <Rewritten draft={draft} now={now} versionId={version.id} onSettled={settle} />
      )}
      {refusal !== null && !isGone && (
        <p className="item-editor-note bad" role="alert" data-testid="editor-refusal">
          {visible(refusal)}
        </p>
      )}
      {!same && preview.kind === 'data' && preview.value.eviction.removed.length > 0 && (
        <p className="item-editor-note" data-testid="editor-evictions">
          Would let go:{' '}
          {preview.value.eviction.removed.map((each) => (
            <ItemId key={each.itemId} id={each.itemId} />
          ))}
        </p>
      )}
      <div className="item-editor-foot">
        <input
          value={draft.reason}
          placeholder="Reason (optional)"
          aria-label="Reason"
          maxLength={2_000}
          onChange={(event) => change({ reason: event.target.value })}
        />
        <Button kind="small" onClick={() => setDraft({ item: null })}>
          Cancel
        </Button>
        <button type="submit" className="button small yes" aria-disabled={!may} data-testid="editor-save">
          Save
        </button>
      </div>
    </form>
  );
}

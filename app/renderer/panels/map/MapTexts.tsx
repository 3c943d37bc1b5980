// The map's exact text as it stands in the prompt, editable as a whole; and its JSON.

import type { MapPreview } from '#app/bridge/index.ts';
import type { MergeSide } from '#core/map/index.ts';
import type { Version } from '#core/study/index.ts';
import { send } from '../../actions/commands.ts';
import { copyText } from '../../actions/views.ts';
import { plural, whole } from '../../format/numbers.ts';
import { Button } from '../../parts/Button.tsx';
import { Empty, Waiting } from '../../parts/Empty.tsx';
import { MonacoText } from '../../parts/MonacoText.tsx';
import { useRequest } from '../../parts/use-request.ts';
import { visible } from '../../parts/visible-text.ts';
import type { MapTextDraft } from '../../store/draft-slice.ts';
import { canChange } from '../../store/shown.ts';
import { setDraft, store, useStore } from '../../store/store.ts';
import { MapMerge } from './MapMerge.tsx';
import { mergedWith } from './Meanwhile.tsx';

const KEPT_FOR_NOW = 'What you wrote on this text is kept. It goes on at now.';
const KEPT_FOR_REVIEW = 'What you wrote on this text is kept. It goes on once the edits are decided.';

export function MapText({ version, pending }: { readonly version: Version; readonly pending: MapPreview | null }) {
  const handle = useStore((state) => state.study.open?.handle ?? '');
  const changeable = useStore(canChange) && pending === null;
  const isKept = useStore((state) => state.draft.mapText !== null);
  const stored = useRequest('map.text', { handle, versionId: version.id }, version.id);
  if (stored.kind === 'loading') return <Waiting />;
  if (stored.kind === 'error')
    return (
      <Empty tone="bad" title="The text cannot be shown">
        {stored.words}
      </Empty>
    );
  const text = pending?.text ?? stored.value;
  const kept = !isKept ? null : pending === null ? KEPT_FOR_NOW : KEPT_FOR_REVIEW;
  if (!changeable) {
    return (
      <>
        <MonacoText text={text} language="context-map" label="Text of the map" />
        <div className="side-foot">
          <span className="grow dim">{kept ?? 'Exactly what the agent is given.'}</span>
          <Button kind="small" icon="copy" onClick={() => void copyText(text, 'Map text')}>
            Copy
          </Button>
        </div>
      </>
    );
  }
  return <EditableText text={text} versionId={stored.answers ?? version.id} />;
}

/**
 * The draft is the window's, not this editor's: it outlives a look at the items or at the past, and a version that lands
 * meanwhile. Where the map now says something else than what the draft began as, saving it would undo that: then the reader
 * first merges the two, or says which of them to go on with.
 */
function EditableText({ text, versionId }: { readonly text: string; readonly versionId: string }) {
  const draft = useStore((state) => state.draft.mapText);
  const unmerged = draft?.unmerged ?? null;
  const write = (next: string) => {
    const begun = {
      text: next,
      base: draft?.base ?? text,
      versionId: draft?.versionId ?? versionId,
      unmerged,
      decided: draft?.decided ?? new Map<string, MergeSide>(),
    };
    setDraft({ mapText: next === unmerged?.text ? unmerged : next === text ? null : begun });
  };
  if (draft !== null && draft.base !== text && draft.text !== text)
    return <MapMerge key={versionId} draft={draft} text={text} versionId={versionId} />;
  return (
    <>
      <MonacoText
        text={draft?.text ?? text}
        language="context-map"
        label="Text of the map, editable"
        onChange={write}
        {...(unmerged === null ? {} : { madeFrom: unmerged.text })}
      />
      {draft === null || draft.text === text ? <Untouched text={text} /> : <Unsaved draft={draft} />}
    </>
  );
}

function Untouched({ text }: { readonly text: string }) {
  return (
    <div className="side-foot map-text-foot">
      <span className="grow dim" role="status">
        Exactly what the agent is given. Edit it here as a whole.
      </span>
      <Button kind="small" icon="copy" onClick={() => void copyText(text, 'Map text')}>
        Copy
      </Button>
    </div>
  );
}

function Unsaved({ draft }: { readonly draft: MapTextDraft }) {
  const handle = useStore((state) => state.study.open?.handle ?? '');
  const reason = draft.unmerged === null ? null : mergedWith(draft.versionId);
  const command = { do: 'map.edit-text', text: draft.text, reason } as const;
  const preview = useRequest('preview.command', { handle, command }, `${draft.versionId} ${draft.text}`, 250);
  const save = async () => {
    // What was typed on while it was being saved is a draft still.
    if ((await send(command)) && store.getState().draft.mapText?.text === draft.text) setDraft({ mapText: null });
  };
  return (
    <div className="side-foot map-text-foot">
      <span className={`grow dim ${preview.kind === 'loading' ? 'late' : ''}`} role="status">
        {preview.kind === 'data'
          ? previewWords(preview.value)
          : preview.kind === 'error'
            ? visible(preview.words)
            : 'Counting…'}
      </span>
      <Button kind="small" onClick={() => setDraft({ mapText: null })}>
        Revert
      </Button>
      <Button
        kind="small yes"
        reason={preview.kind === 'error' ? preview.words : null}
        onClick={() => void save()}
        testId="map-text-save"
      >
        Save
      </Button>
    </div>
  );
}

function previewWords(preview: MapPreview): string {
  const evicted = preview.eviction.removed.length;
  const refused = preview.refusals.length;
  return [
    `${whole(preview.tokens)} of ${whole(preview.budgetTokens)} tokens`,
    evicted === 0 ? '' : `lets go ${plural(evicted, 'item')}`,
    refused === 0 ? '' : `${plural(refused, 'change')} refused: ${preview.refusals[0]?.refusal.words ?? ''}`,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

export function MapJson({ version, proposed }: { readonly version: Version; readonly proposed: boolean }) {
  const handle = useStore((state) => state.study.open?.handle ?? '');
  const json = useRequest('export.text', { handle, versionId: version.id, format: 'json' }, version.id);
  if (json.kind === 'loading') return <Waiting />;
  if (json.kind === 'error')
    return (
      <Empty tone="bad" title="The JSON cannot be shown">
        {json.words}
      </Empty>
    );
  return (
    <>
      <MonacoText text={json.value} language="json" label="Map as JSON" />
      <div className="side-foot">
        <span className="dim">
          {proposed ? `Of ${version.id}: what is only proposed is not written.` : 'As Export writes it.'}
        </span>
        <span className="grow" />
        <Button kind="small" icon="copy" onClick={() => void copyText(json.value, 'JSON')}>
          Copy
        </Button>
      </div>
    </>
  );
}

// The map's exact text as it stands in the prompt, editable as a whole; and its JSON.

import { useState } from 'react';
import type { MapPreview } from '#app/bridge/index.ts';
import type { Version } from '#core/study/index.ts';
import { send } from '../../actions/commands.ts';
import { copyText } from '../../actions/views.ts';
import { plural, whole } from '../../format/numbers.ts';
import { Button } from '../../parts/Button.tsx';
import { Empty, Waiting } from '../../parts/Empty.tsx';
import { MonacoText } from '../../parts/MonacoText.tsx';
import { useRequest } from '../../parts/use-request.ts';
import { visible } from '../../parts/visible-text.ts';
import { canChange } from '../../store/shown.ts';
import { useStore } from '../../store/store.ts';

export function MapText({ version, pending }: { readonly version: Version; readonly pending: MapPreview | null }) {
  const handle = useStore((state) => state.study.open?.handle ?? '');
  const changeable = useStore(canChange) && pending === null;
  const stored = useRequest('map.text', { handle, versionId: version.id }, version.id);
  if (stored.kind === 'loading') return <Waiting />;
  if (stored.kind === 'error')
    return (
      <Empty tone="bad" title="The text cannot be shown">
        {stored.words}
      </Empty>
    );
  const text = pending?.text ?? stored.value;
  if (!changeable) {
    return (
      <>
        <MonacoText text={text} language="context-map" label="Text of the map" />
        <div className="side-foot">
          <span className="dim">Exactly what the agent is given.</span>
          <span className="grow" />
          <Button kind="small" icon="copy" onClick={() => void copyText(text, 'Map text')}>
            Copy
          </Button>
        </div>
      </>
    );
  }
  // By the version the text belongs to: what a reader edits begins with that version's own text.
  return <EditableText key={stored.answers} text={text} />;
}

function EditableText({ text }: { readonly text: string }) {
  const handle = useStore((state) => state.study.open?.handle ?? '');
  const [draft, setDraft] = useState(text);
  const changed = draft !== text;
  const preview = useRequest(
    'preview.command',
    changed ? { handle, command: { do: 'map.edit-text', text: draft, reason: null } } : null,
    draft,
    250,
  );
  return (
    <>
      <MonacoText text={draft} language="context-map" label="Text of the map, editable" onChange={setDraft} />
      <div className="side-foot map-text-foot">
        <span className={`grow dim ${changed && preview.kind === 'loading' ? 'late' : ''}`} role="status">
          {!changed
            ? 'Exactly what the agent is given. Edit it here as a whole.'
            : preview.kind === 'data'
              ? previewWords(preview.value)
              : preview.kind === 'error'
                ? visible(preview.words)
                : 'Counting…'}
        </span>
        {changed ? (
          <>
            <Button kind="small" onClick={() => setDraft(text)}>
              Revert
            </Button>
            <Button
              kind="small yes"
              reason={preview.kind === 'error' ? preview.words : null}
              onClick={() => void send({ do: 'map.edit-text', text: draft, reason: null })}
              testId="map-text-save"
            >
              Save
            </Button>
          </>
        ) : (
          <Button kind="small" icon="copy" onClick={() => void copyText(text, 'Map text')}>
            Copy
          </Button>
        )}
      </div>
    </>
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

// How near the items of the map are by an embedding model: the nearest pairs, so that a reader sees what is said twice.

import { useState } from 'react';
import { send } from '../../actions/commands.ts';
import { plural } from '../../format/numbers.ts';
import { Button } from '../../parts/Button.tsx';
import { Empty, Waiting } from '../../parts/Empty.tsx';
import { ItemId } from '../../parts/marks.tsx';
import { SideHead } from '../../parts/SideHead.tsx';
import { useRequest } from '../../parts/use-request.ts';
import { RunningText } from '../../parts/RunningText.tsx';
import { visible } from '../../parts/visible-text.ts';
import { shownVersion } from '../../store/shown.ts';
import { useStore } from '../../store/store.ts';
import { Messages } from '../prompts/PromptsPanel.tsx';
import '../side.css';
import './near.css';

/** Above this two items deserve a look. A number of ours; what it means differs from model to model. */
const NEAR = 0.8;
const SHOWN = 12;

export function NearPanel() {
  const version = useStore(shownVersion);
  const phase = useStore((state) => state.study.engine.phase);
  const readOnly = useStore((state) => state.study.open?.readOnly?.words ?? null);
  if (version === null) return null;
  const { measured } = version;
  const textOf = (itemId: string) => version.map.items.find((item) => item.id === itemId)?.content ?? '';
  return (
    <>
      <SideHead
        title={
          <>
            Near items <span className="mono soft near-version">{version.id}</span>
          </>
        }
      >
        <Button
          kind="small"
          reason={readOnly ?? (phase === 'idle' ? null : 'A run is under way.')}
          onClick={() => void send({ do: 'items.measure', versionId: version.id })}
          testId="near-measure"
        >
          {measured === null ? 'Measure' : 'Measure again'}
        </Button>
      </SideHead>
      {measured !== null && <Sent key={measured.callId} callId={measured.callId} />}
      {measured === null ? (
        <Empty title="Not measured yet">
          An embedding model turns each item into a vector; near vectors may mean that two items say the same. One call,
          on record.
        </Empty>
      ) : measured.words !== null ? (
        <Empty tone="bad" title="It could not be measured">
          {visible(measured.words)}
        </Empty>
      ) : (
        <>
          <p className="side-part dim" role="status" data-testid="near-summary">
            {plural(measured.items, 'item')} by {visible(measured.modelName)};{' '}
            {plural(measured.pairs.filter(({ nearness }) => nearness >= NEAR).length, 'pair')} at {NEAR} or nearer.
          </p>
          <ol className="scroll side-list" data-testid="near-pairs">
            {measured.pairs.slice(0, SHOWN).map(({ a, b, nearness }) => (
              <li key={`${a} ${b}`} className="near-pair">
                <b className={`mono ${nearness >= NEAR ? 'near-near' : ''}`}>{nearness.toFixed(2)}</b>
                <div>
                  <p>
                    <ItemId id={a} />{' '}
                    <span className="prose selectable">
                      <RunningText text={textOf(a)} />
                    </span>
                  </p>
                  <p>
                    <ItemId id={b} />{' '}
                    <span className="prose selectable">
                      <RunningText text={textOf(b)} />
                    </span>
                  </p>
                </div>
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}

/** The exact messages of the call, asked for when somebody looks. */
function Sent({ callId }: { readonly callId: string }) {
  const handle = useStore((state) => state.study.open?.handle ?? '');
  const [open, setOpen] = useState(false);
  const messages = useRequest('call.messages', open ? { handle, callId } : null, open ? callId : '');
  return (
    <details
      className="more side-part"
      onToggle={(event) => setOpen(event.currentTarget.open)}
      data-testid="near-messages"
    >
      <summary>What was sent (call {callId})</summary>
      {open && (
        <div className="scroll near-messages" tabIndex={0} role="region" aria-label={`Messages of call ${callId}`}>
          {messages.kind === 'loading' && <Waiting />}
          {messages.kind === 'error' && (
            <Empty tone="bad" title="The messages cannot be shown">
              {messages.words}
            </Empty>
          )}
          {messages.kind === 'data' && <Messages messages={messages.value} />}
        </div>
      )}
    </details>
  );
}

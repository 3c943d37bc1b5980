// The exact messages of every call of the run, or, before it has run, those that would be sent.

import { useMemo, useState } from 'react';
import type { ChatMessage } from '#core/lm/index.ts';
import type { CallSummary, Query, Run } from '#core/study/index.ts';
import { whole } from '../../format/numbers.ts';
import { openReader } from '../../actions/reading.ts';
import { copyText } from '../../actions/views.ts';
import { Button } from '../../parts/Button.tsx';
import { Output } from '../../parts/Code.tsx';
import { Empty, Waiting } from '../../parts/Empty.tsx';
import { LongList } from '../../parts/rows/LongList.tsx';
import { useRequest } from '../../parts/use-request.ts';
import { visible } from '../../parts/visible-text.ts';
import { shownQuery, shownRun } from '../../store/shown.ts';
import { useStore } from '../../store/store.ts';
import { CallFacts } from './CallFacts.tsx';
import { totalOf } from './call-view.ts';
import './prompts.css';

export function PromptsPanel() {
  const run = useStore(shownRun);
  const query = useStore(shownQuery);
  const now = useStore((state) => state.view.moment === null);
  if (query === null) return <Empty icon="spark" title="Nothing asked yet" />;
  if (!now && run?.calls.length === 0) return <Empty icon="clock" title="No call was finished yet" />;
  if (run === null || run.calls.length === 0) return <Next query={query} asked={run !== null} />;
  return <Calls key={run.id} run={run} />;
}

function Calls({ run }: { readonly run: Run }) {
  const sought = useStore((state) => state.view.soughtCall);
  const [chosen, setChosen] = useState<string | null>(null);
  const call = run.calls.find((each) => each.callId === (chosen ?? sought)) ?? run.calls[0];
  const calls = useMemo(() => callsInPlace(run), [run]);
  return (
    <div className="prompts" data-testid="prompts">
      <div className="call-side">
        <Total run={run} />
        <LongList
          items={calls}
          keyOf={({ callId }) => callId}
          estimate={33}
          className="call-list"
          label="Calls"
          testId="calls"
          sought={calls.findIndex(({ callId }) => callId === sought)}
          row={(each) => (
            <button
              type="button"
              className="call-row"
              aria-current={each.callId === call?.callId}
              onClick={() => setChosen(each.callId)}
            >
              <span className={`role-${each.role}`}>{roleWords(each)}</span>
              <span className="mono dim">
                {each.usage === null ? '' : `${whole(each.usage.input)} → ${whole(each.usage.output)}`}
              </span>
              {each.origin === 'replayed' && <span className="origin origin-replayed">replayed</span>}
              {each.error !== null && <span className="kind kind-error">failed</span>}
            </button>
          )}
        />
      </div>
      {call !== undefined && <Call key={call.callId} call={call} run={run} />}
    </div>
  );
}

/** Sub-calls under the iteration whose code made them, in the order they were made; finishing first moves nothing. */
function callsInPlace(run: Run): readonly CallSummary[] {
  const made = run.iterations.flatMap((iteration) => [
    iteration.callId,
    ...iteration.blocks.flatMap((block) => block.callIds),
  ]);
  const place = new Map(made.map((callId, at) => [callId, at]));
  const placeOf = (call: CallSummary) => place.get(call.callId) ?? made.length;
  return run.calls.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function roleWords(call: CallSummary): string {
  if (call.role === 'root') return `Iteration ${call.iteration ?? ''}`;
  if (call.role === 'sub') return `· sub-call ${call.callId}`;
  return call.role.charAt(0).toUpperCase() + call.role.slice(1);
}

/** Our counts beside the provider's, over the whole run. */
function Total({ run }: { readonly run: Run }) {
  const { words, odd } = totalOf(run);
  return (
    <p className="call-total dim" data-testid="call-total">
      {words}
      {odd !== null && <span className="odd"> · {odd}</span>}
    </p>
  );
}

function Call({ call, run }: { readonly call: CallSummary; readonly run: Run }) {
  const handle = useStore((state) => state.study.open?.handle ?? '');
  const messages = useRequest('call.messages', { handle, callId: call.callId }, call.callId);
  return (
    <div className="panel-body scroll" tabIndex={0} role="region" aria-label={`Messages of call ${call.callId}`}>
      <CallFacts call={call} run={run} />
      {call.error !== null && (
        <p className="card card-body" style={{ color: 'var(--harmful)' }}>
          {visible(call.error.words)}
        </p>
      )}
      {messages.kind === 'loading' && <Waiting />}
      {messages.kind === 'error' && (
        <Empty tone="bad" title="The messages cannot be shown">
          {messages.words}
        </Empty>
      )}
      {messages.kind === 'data' && messages.value.length === 0 && (
        <p className="dim">
          The messages of this call are not in the study: the log it was made of was brought in without them.
        </p>
      )}
      {messages.kind === 'data' && <Messages messages={messages.value} />}
      {call.reply !== null && (
        <section className="card message reply" aria-label="Reply">
          <header className="card-head">
            <b className="strong">reply</b>
          </header>
          <Output text={call.reply} title="Reply" />
        </section>
      )}
    </div>
  );
}

export function Messages({ messages }: { readonly messages: readonly ChatMessage[] }) {
  return messages.map((message, at) => (
    <section
      key={at}
      className={`card message ${message.role}`}
      aria-label={`${message.role} message`}
      data-testid="message"
    >
      <header className="card-head">
        <b className="strong">{message.role}</b>
        <span className="mono dim">{whole(message.content.length)} characters</span>
        <span className="grow" />
        <Button kind="small bare" icon="copy" name="Copy" onClick={() => void copyText(message.content, 'Message')} />
        {message.content.length > 4_000 && (
          <Button
            kind="small bare"
            icon="focus"
            name="Open whole"
            onClick={() => openReader({ title: `${message.role} message`, text: message.content })}
          />
        )}
      </header>
      <Output text={message.content} title={`${message.role} message`} />
    </section>
  ));
}

function Next({ query, asked }: { readonly query: Query; readonly asked: boolean }) {
  const handle = useStore((state) => state.study.open?.handle ?? '');
  const head = useStore((state) => state.study.live?.seq ?? 0);
  const next = useRequest('call.next', { handle, queryId: query.id }, `${query.id} ${head}`);
  if (next.kind === 'loading') return <Waiting />;
  if (next.kind === 'error')
    return (
      <Empty tone="bad" title="What would be sent cannot be shown">
        {next.words}
      </Empty>
    );
  return (
    <div className="panel-body scroll" tabIndex={0} role="region" aria-label="What would be sent">
      <p className="dim">
        {asked ? 'No call of this run is on record.' : 'Not run yet.'} The first call would carry these messages, with
        the map as it is now.
      </p>
      <Messages messages={next.value} />
    </div>
  );
}

// One iteration: what the model wrote, its code, what came out as the model saw it, and the sub-calls the code made.

import { memo, useEffect } from 'react';
import type { StoredText } from '#core/study/index.ts';
import { charsOf, headOf, iterationId, iterationNamed } from '#core/study/index.ts';
import { copyLink } from '../../actions/places.ts';
import { openReader } from '../../actions/reading.ts';
import { duration, plural, whole } from '../../format/numbers.ts';
import { Button } from '../../parts/Button.tsx';
import { Output, PythonCode } from '../../parts/Code.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { useMore } from '../../parts/More.tsx';
import { ItemId } from '../../parts/marks.tsx';
import { Usage } from '../../parts/Usage.tsx';
import { useOpened } from '../../parts/rows/kept-places.ts';
import { useText } from '../../parts/use-text.ts';
import { RunningText } from '../../parts/RunningText.tsx';
import { visible } from '../../parts/visible-text.ts';
import { useStore } from '../../store/store.ts';
import { NoteButton, NoteLines } from '../notes/NoteLines.tsx';
import { itemsNamed, replyParts } from './trajectory-view.ts';
import type { Block, IterationRow, SubCall } from './trajectory-view.ts';

/** A reply of this length is shown whole in its card. A number of ours. */
const REPLY_LIMIT = 24_000;
/** Paragraphs and blocks of code drawn at first. A number of ours. */
const FIRST_PARTS = 40;

export const Iteration = memo(function Iteration({ row }: { readonly row: IterationRow }) {
  const { record, call, blocks } = row;
  const notesOn = { kind: 'iteration', id: iterationId(row.runId, record) } as const;
  const name = record.depth === 0 ? `iteration ${record.number}` : `iteration ${record.number} of a sub-agent`;
  const reply = useText(record.reply, REPLY_LIMIT);
  const text = reply.kind === 'data' ? reply.value : headOf(record.reply);
  const parts = replyParts(
    text,
    blocks.map((block) => headOf(block.record.code).slice(0, 400)),
  );
  const { shown, more } = useMore(`parts ${row.key}`, parts, FIRST_PARTS, 'parts');
  const named = itemsNamed(text);
  const error = blocks.find((block) => block.record.error !== null)?.record.error ?? null;
  return (
    <article
      className={`card iteration ${error === null ? '' : 'failed'}`}
      data-testid="iteration"
      data-iteration={record.number}
      data-call={record.callId}
      aria-label={`Iteration ${record.number}`}
    >
      <header className="card-head iteration-head">
        <b className="num">{record.number}</b>
        <span className="grow iteration-facts">
          {factsOf(row).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
          {named.length > 0 && <span className="dim">draws on</span>}
          {named.map((id) => (
            <ItemId key={id} id={id} />
          ))}
        </span>
        {error !== null && <span className="kind kind-error">{visible(error.type)}</span>}
        <Button
          kind="small bare"
          icon="file"
          name="The reply as it was written"
          onClick={() => openReader({ title: `Reply of iteration ${record.number}`, text: record.reply })}
        />
        {call !== null && (
          <Usage calls={[call]} {...(row.subMs > 0 ? { extra: `+ ${duration(row.subMs)} sub` } : {})} />
        )}
        <NoteButton target={notesOn} />
        <button
          type="button"
          className="note-button none"
          aria-label={`Copy a link to ${name}`}
          title={`Copy a link to ${name}`}
          onClick={() => void copyLink(iterationNamed(notesOn.id).at)}
        >
          <Icon name="link" size={12} />
        </button>
      </header>
      <NoteLines target={notesOn} />
      <div className="iteration-body">
        {shown.map((part, at) => {
          if (part.kind === 'say') return <Say key={at} text={part.text} />;
          const block = blocks[part.index];
          return block === undefined ? null : (
            <BlockView key={at} block={block} title={`iteration ${record.number}, block ${part.index + 1}`} />
          );
        })}
        {more}
        {record.finalRefused !== null && (
          <p className="iteration-note">
            <Icon name="warning" size={12} /> The answer was not taken: {visible(record.finalRefused)}
          </p>
        )}
      </div>
    </article>
  );
});

/** An iteration that the reader drags past: which it is, at a glance. */
export const FlyingIteration = memo(function FlyingIteration({ row }: { readonly row: IterationRow }) {
  return (
    <article className="card iteration flying" data-testid="iteration" data-iteration={row.record.number}>
      <header className="card-head iteration-head">
        <b className="num">{row.record.number}</b>
        <span className="grow iteration-facts">
          {factsOf(row).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </span>
      </header>
      <p className="say">{visible(headOf(row.record.reply).slice(0, 160))}</p>
    </article>
  );
});

/** What makes this iteration worth a look; nothing for an ordinary one. */
function factsOf(row: IterationRow): readonly string[] {
  const { record, blocks } = row;
  const subcalls = blocks.reduce((sum, block) => sum + block.subcalls.length, 0);
  return [
    ...(blocks.length > 1 ? [plural(blocks.length, 'block')] : blocks.length === 0 && !row.final ? ['no code'] : []),
    ...(subcalls > 0 ? [plural(subcalls, 'sub-call')] : []),
    ...(record.finalRefused !== null ? ['answer refused'] : []),
    ...(row.final ? ['answers'] : []),
  ];
}

function Say({ text }: { readonly text: string }) {
  return (
    <p className="say prose text">
      {text
        .split(/(`[^`\n]+`|FINAL(?:_VAR)?\([^)\n]*\))/)
        .map((part, at) =>
          at % 2 === 1 ? (
            <code key={at}>{visible(part.startsWith('`') ? part.slice(1, -1) : part)}</code>
          ) : (
            <RunningText key={at} text={part} />
          ),
        )}
    </p>
  );
}

function BlockView({ block, title }: { readonly block: Block; readonly title: string }) {
  const { record } = block;
  const shownChars = charsOf(record.shown);
  const cut = record.outputChars > shownChars;
  return (
    <div className="block">
      <PythonCode code={record.code} title={`Code of ${title}`} />
      {block.subcalls.length > 0 && <SubCalls subcalls={block.subcalls} />}
      <Output
        text={record.shown}
        title={`Output of ${title}, as the model saw it`}
        tone={record.error === null ? 'plain' : 'bad'}
      />
      {cut && (
        <button
          type="button"
          className="cut"
          onClick={() => openReader({ title: `Whole output of ${title}`, text: record.stdout })}
        >
          model saw {whole(shownChars)} of {whole(record.outputChars)} characters — show all
        </button>
      )}
      {(record.limit !== null || record.stateLost) && (
        <p className="iteration-note">
          <Icon name="warning" size={12} />
          {record.limit !== null &&
            ` ended by the ${record.limit === 'interrupted' ? 'reader' : `${record.limit} limit`}`}
          {record.stateLost && ' · all variables were lost'}
        </p>
      )}
    </div>
  );
}

const FIRST_SUBCALLS = 20;

function SubCalls({ subcalls }: { readonly subcalls: readonly SubCall[] }) {
  const [open, setOpen] = useOpened(`sub-calls ${subcalls[0]?.call.callId ?? ''}`);
  const [all, setAll] = useOpened(`all sub-calls ${subcalls[0]?.call.callId ?? ''}`);
  const failed = subcalls.filter((sub) => sub.call.error !== null).length;
  const models = [...new Set(subcalls.map((sub) => sub.call.modelName))];
  const depths = [...new Set(subcalls.map((sub) => sub.call.depth))];
  const shown = all ? subcalls : subcalls.slice(0, FIRST_SUBCALLS);
  const sought = useStore(({ view: { way } }) =>
    way === null || way.length === 0 ? -1 : subcalls.findIndex(({ call }) => way.includes(call.callId)),
  );
  useEffect(() => {
    if (sought >= 0) setOpen(true);
    if (sought >= FIRST_SUBCALLS) setAll(true);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- opened once for what is sought; the reader may close it again
  }, [sought]);
  return (
    <div className="subcalls">
      <button type="button" className="subcalls-head" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name={open ? 'chevronDown' : 'chevronRight'} size={11} />
        <b>{plural(subcalls.length, 'sub-call')}</b>
        <span>
          · {models.map(visible).join(', ')} · depth {depths.join(', ')}
        </span>
        {failed > 0 && <span style={{ color: 'var(--harmful)' }}>· {failed} failed</span>}
        <span className="grow" />
        <Usage calls={subcalls.map((sub) => sub.call)} />
      </button>
      {open && (
        <ol className="subcall-list">
          {shown.map((sub, at) => (
            <li key={sub.call.callId}>
              <SubCallRow sub={sub} number={at + 1} />
            </li>
          ))}
          {shown.length < subcalls.length && (
            <li>
              <button type="button" className="link" onClick={() => setAll(true)}>
                show all {whole(subcalls.length)}
              </button>
            </li>
          )}
        </ol>
      )}
    </div>
  );
}

function SubCallRow({ sub, number }: { readonly sub: SubCall; readonly number: number }) {
  const { call } = sub;
  const iterations = sub.iterations();
  const reply: StoredText = call.reply ?? '';
  return (
    <div className="subcall" data-call={call.callId}>
      <span className="mono dim">{number}</span>
      {call.error === null ? (
        <span className="grow selectable">
          <span style={{ color: 'var(--helpful)' }} aria-hidden="true">
            ✓
          </span>{' '}
          <RunningText text={headOf(reply).slice(0, 240)} />
          {charsOf(reply) > 240 && (
            <button
              type="button"
              className="link"
              onClick={() => openReader({ title: `Reply of sub-call ${call.callId}`, text: reply })}
            >
              {' '}
              all {whole(charsOf(reply))} characters
            </button>
          )}
        </span>
      ) : (
        <span className="grow selectable" style={{ color: 'var(--harmful)' }}>
          ✕ {visible(call.error.words)}
        </span>
      )}
      <Usage calls={[call]} />
      {iterations.length > 0 && (
        <div className="child-agent">
          {iterations.map((row) => (
            <Iteration key={row.key} row={row} />
          ))}
        </div>
      )}
    </div>
  );
}

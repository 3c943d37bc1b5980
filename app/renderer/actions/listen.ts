// The event listener: the only writer of the study slice while a study is open. Events reduce into the live state; deltas
// are kept per call until their event arrives.

import { PUSH_NAMES } from '#app/bridge/index.ts';
import type { Host, PushName, Pushes } from '#app/bridge/index.ts';
import { reduceAll } from '#core/study/index.ts';
import { runAction } from '../keys/actions.ts';
import { setDraft, setStudy, setView, store } from '../store/store.ts';
import type { Writing } from '../store/study-slice.ts';
import { showOpened } from './opening.ts';
import { remember } from './time-machine.ts';

/** Deltas are shown once a frame, however many arrive. */
let waiting: Pushes['call.delta'][] = [];
let frame: number | null = null;

const listeners: { readonly [N in PushName]: (push: Pushes[N]) => void } = {
  'study.events': onEvents,
  'engine.status': ({ handle, status }) => {
    if (handle === store.getState().study.open?.handle) setStudy({ engine: status });
  },
  'call.delta': (push) => {
    if (push.handle !== store.getState().study.open?.handle) return;
    waiting.push(push);
    frame ??= requestAnimationFrame(flushDeltas);
  },
  'work.progress': (push) => setStudy({ work: push.done ? null : push }),
  'manual.asked': (push) => {
    const { open, asked } = store.getState().study;
    if (push.handle === open?.handle)
      setStudy({ asked: [...asked.filter((each) => each.callId !== push.callId), push] });
  },
  'menu.chosen': ({ action }) => runAction(action),
  'study.opened': ({ opened }) => showOpened(opened),
  'replay.progress': (push) => {
    if (push.handle === store.getState().study.open?.handle) setStudy({ replay: push });
  },
  'replay.asked': (push) => {
    const { open, replayAsked } = store.getState().study;
    if (push.handle === open?.handle) setStudy({ replayAsked: [...replayAsked, push] });
  },
};

/** Returns a function that stops listening. */
export function listen(host: Host): () => void {
  const stops = PUSH_NAMES.map((name) => listenTo(host, name));
  return () => stops.forEach((stop) => stop());
}

function listenTo<N extends PushName>(host: Host, name: N): () => void {
  return host.on(name, listeners[name]);
}

function onEvents({ handle, events }: Pushes['study.events']): void {
  const { study, view } = store.getState();
  if (study.live === null || handle !== study.open?.handle) return;
  const seq = study.live.seq;
  const fresh = events.filter((event) => event.seq > seq);
  if (fresh.length === 0) return;
  remember(handle, fresh);
  const writing = new Map(study.writing);
  const asked = [...study.asked];
  let reviewed = false;
  for (const event of fresh) {
    if (event.type === 'call.finished') {
      writing.delete(event.payload.callId);
      waiting = waiting.filter(({ callId }) => callId !== event.payload.callId);
      const at = asked.findIndex((each) => each.callId === event.payload.callId);
      if (at >= 0) asked.splice(at, 1);
    }
    if (event.type === 'run.stopped' || event.type === 'run.failed' || event.type === 'run.interrupted') {
      writing.clear();
      waiting = [];
    }
    if (event.type === 'review.opened') reviewed = true;
    if (event.type === 'review.opened' || (event.type === 'review.decided' && event.payload.closed))
      setDraft({ decisions: new Map(), changes: new Map(), reviewCursor: null });
  }
  setStudy({ live: reduceAll(study.live, fresh), writing, asked });
  // A reader who follows the run is brought to the edits that wait for a decision; one who reads elsewhere is not moved.
  if (reviewed && view.moment === null && view.queryId === null) setView({ tab: 'cartographer' });
}

function flushDeltas(): void {
  frame = null;
  const writing = new Map<string, Writing>(store.getState().study.writing);
  for (const delta of waiting) {
    const before = writing.get(delta.callId);
    writing.set(delta.callId, {
      runId: delta.runId,
      callId: delta.callId,
      stage: delta.stage,
      iteration: delta.iteration,
      depth: delta.depth,
      text: (before?.text ?? '') + delta.text,
    });
  }
  waiting = [];
  setStudy({ writing });
}

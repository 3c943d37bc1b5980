// A study in which every text that a model or a person wrote tries to become a part of the page that shows it.

import { createStudyFile } from '#core/node/index.ts';
import { countWords } from '#core/map/testing/index.ts';
import type { NewEvent } from '#core/study/index.ts';
import { anIterationEvent } from '#core/study/testing.ts';
import { playStudy } from '#core/study/insight/testing/index.ts';

const HOSTILE =
  '</script><script>window.hacked=1</script><img src=x onerror="window.hacked=1">\u2028\u2029<!--<script>[x](javascript:window.hacked=1)';

export function writeHostileStudy(path: string): void {
  const edit = { editId: '', itemId: null, candidateId: null, refusal: null, raw: HOSTILE };
  const { events } = playStudy(
    [{ kind: 'update', tags: [], edits: [{ ...edit, kind: 'ADD', section: 'cr', content: HOSTILE }] }],
    {},
    { count: countWords, hash: () => 'a'.repeat(64) },
  );
  const made = createStudyFile(path);
  if (!made.ok) throw new Error(made.error.words);
  const file = made.value;
  const long = file.keep(HOSTILE.repeat(200));
  for (const event of events) {
    const { type, actor, payload } = event;
    // Whatever words the event holds are replaced; its type and payload stay together.
    const worded = JSON.parse(JSON.stringify(payload), (name, value: unknown) =>
      ['text', 'diagnosis', 'reasoning', 'answer', 'rationale', 'value'].includes(name) ? HOSTILE : value,
    ) as typeof payload;
    file.append([
      {
        type,
        actor,
        payload: type === 'study.created' ? { ...payload, name: HOSTILE.slice(0, 150) } : worded,
      } as NewEvent,
    ]);
    if (type === 'run.started') {
      const block = { code: HOSTILE, stdout: long, stderr: HOSTILE, shown: long };
      file.append([anIterationEvent({ runId: event.payload.runId, number: 1, reply: HOSTILE, blocks: [block] })]);
    }
  }
  file.close();
}

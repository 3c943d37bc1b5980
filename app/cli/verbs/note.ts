// Notes on anything in a study: part of the study, of its log and of its exports.

import type { Command, Note, StudyState } from '#core/study/index.ts';
import { CliExit } from '../cli-exit.ts';
import { actorOf, openToRead, openToWrite, perform, queryIdOf, withStudy, type PeekVerb } from '../tools.ts';

type Target = Extract<Command, { do: 'note.add' }>['target'];

export const note: PeekVerb = {
  name: 'note',
  summary: 'put a note on an item, version, iteration, query or the study; without a TEXT list the notes there are',
  details: [
    'TARGET is an item (cr-00001), a version (v3), a query (q2 or its place), an iteration (r2/1: the first of run r2;',
    'r2/c17: the one of a sub-agent that call c17 wrote) or the word study. Notes are events: they have an author, can be undone, and stand in the exports of the map.',
  ].join('\n'),
  positionals: [
    { name: 'STUDY', required: true, words: 'a .peek file' },
    { name: 'TARGET', required: false, words: 'what the note is on (default when listing: everything)' },
    { name: 'TEXT', required: false, words: 'the note' },
  ],
  options: { remove: { type: 'string', value: 'NOTE', words: 'remove the note of this id, e.g. n2' } },
  examples: [
    'peek note logs.peek cr-00001 "check against the second log"',
    'peek note logs.peek r2/3 "here it lost the header"',
    'peek note logs.peek',
    'peek note logs.peek --remove n2',
  ],
  async run(input, tools) {
    const wanted = input.optional('TARGET');
    const text = input.optional('TEXT');
    const removed = input.text('remove');
    const { terminal } = tools;
    if (text === null && removed === null) {
      return withStudy(openToRead(input.argument('STUDY'), tools), ({ engine }) => {
        const target = wanted === null ? null : targetOf(engine.state, wanted);
        for (const each of engine.state.notes.filter((one) => target === null || isOn(one, target))) {
          if (input.flag('json')) terminal.printJson(each);
          else terminal.print(lineOf(each));
        }
        return 0;
      });
    }
    return withStudy(openToWrite(input.argument('STUDY'), tools), async (study) => {
      const { state } = study.engine;
      if (removed !== null) {
        const seq = await perform(study, { do: 'note.remove', noteId: removed }, actorOf(input, tools));
        if (input.flag('json')) terminal.printJson({ seq, removed });
        else terminal.print(`removed ${removed}`);
        return 0;
      }
      if (wanted === null || text === null) throw new CliExit(2, 'Say what the note is on and what it says.');
      const target = targetOf(state, wanted);
      const seq = await perform(study, { do: 'note.add', target, text }, actorOf(input, tools));
      const added = study.engine.state.notes.at(-1);
      if (added === undefined) throw new Error('the note was not added');
      if (input.flag('json')) terminal.printJson({ seq, ...added });
      else terminal.print(lineOf(added));
      return 0;
    });
  },
};

function targetOf(state: StudyState, wanted: string): Target {
  if (wanted === 'study') return { kind: 'study', id: 'study' };
  if (/^[a-z]{2}-\d+$/.test(wanted)) return { kind: 'item', id: wanted };
  if (/^v\d+$/.test(wanted)) return { kind: 'version', id: wanted };
  if (/^r\d+\/c?\d+$/.test(wanted)) return { kind: 'iteration', id: wanted };
  return { kind: 'query', id: queryIdOf(state, wanted) };
}

function isOn(each: Note, target: Target): boolean {
  return each.target.kind === target.kind && (target.kind === 'study' || each.target.id === target.id);
}

function lineOf({ id, target, text, actor, at }: Note): string {
  const on = target.kind === 'study' ? 'the study' : `${target.kind} ${target.id}`;
  return `${id}  ${on}  ${text}  (${actor.replace(/^user:/, '')}, ${at.slice(0, 16).replace('T', ' ')})`;
}

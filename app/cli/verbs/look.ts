// Verbs that only look: diff, log.

import type { LoggedEvent } from '#core/study/index.ts';
import { differenceLines, mapDifference } from '../map-difference.ts';
import { narrate } from '../narrate.ts';
import { openToRead, versionOf, withStudy, type PeekVerb } from '../tools.ts';

const STUDY = { name: 'STUDY', required: true, words: 'a .peek file' };

export const diff: PeekVerb = {
  name: 'diff',
  summary: 'compare two versions of the map, item by item, also of two studies',
  positionals: [
    STUDY,
    { name: 'FROM', required: false, words: "a version or a branch (default: TO's parent)" },
    { name: 'TO', required: false, words: 'a version or a branch (default: the head of the current branch)' },
  ],
  options: { with: { type: 'string', value: 'STUDY', words: 'take TO from this other study' } },
  examples: [
    'peek diff logs.peek',
    'peek diff logs.peek v2 v5',
    'peek diff logs.peek main tighter',
    'peek diff a.peek v5 v5 --with b.peek --json',
  ],
  async run(input, tools) {
    return withStudy(openToRead(input.argument('STUDY'), tools), async (study) => {
      const { terminal } = tools;
      const other = input.text('with');
      const fromId = input.optional('FROM');
      const toId = input.optional('TO');
      const to =
        other === null
          ? versionOf(study.engine.state, toId)
          : await withStudy(openToRead(other, tools), (second) => versionOf(second.engine.state, toId));
      const from = versionOf(study.engine.state, fromId ?? (other === null ? (to.parentId ?? to.id) : null));
      const difference = mapDifference(from, to);
      if (input.flag('json')) terminal.printJson(difference);
      else for (const line of differenceLines(difference, terminal)) terminal.print(line);
      return 0;
    });
  },
};

/** Events read at a time, so that a log of any length is told in little memory. */
const PAGE = 500;

export const log: PeekVerb = {
  name: 'log',
  summary: 'tell what happened in a study, from its events or as a list of operations',
  details: 'With --json each event is one line, as it stands in the log.',
  positionals: [STUDY],
  options: {
    operations: { type: 'boolean', words: 'only what can be named and undone: who did what, when' },
    after: { type: 'string', value: 'SEQ', words: 'only events after this one' },
    type: { type: 'string', value: 'TYPE', multiple: true, words: 'only events of this type, e.g. items.evicted' },
    warnings: { type: 'boolean', words: 'only the warnings' },
  },
  examples: ['peek log logs.peek', 'peek log logs.peek --operations', 'peek log logs.peek --json --type edits.applied'],
  async run(input, tools) {
    return withStudy(openToRead(input.argument('STUDY'), tools), (study) => {
      const { terminal } = tools;
      const json = input.flag('json');
      const { state } = study.engine;
      if (input.flag('operations')) {
        for (const operation of state.operations) {
          if (json) terminal.printJson(operation);
          else
            terminal.print(
              `${operation.at}  ${operation.actor.padEnd(12)}  ${operation.undone ? '(undone) ' : ''}${operation.words}`,
            );
        }
        return 0;
      }
      if (input.flag('warnings')) {
        for (const warning of state.warnings) {
          if (json) terminal.printJson(warning);
          else terminal.print(`${warning.place}: ${warning.words}`);
        }
        return 0;
      }
      const types = input.texts('type');
      const wanted = (event: LoggedEvent) => types.length === 0 || types.includes(event.type);
      let after = input.count('after') ?? 0;
      for (let events = study.file.read(after, PAGE); events.length > 0; events = study.file.read(after, PAGE)) {
        for (const event of events.filter(wanted)) {
          if (json) terminal.printJson(event);
          else for (const line of narrate(event, state, terminal)) terminal.print(line);
        }
        after = events.at(-1)?.seq ?? after + PAGE;
      }
      return 0;
    });
  },
};

// Verbs that steer the map by hand: freeze, rollback, branch, pin, edit, undo. Each is one command, as its button is.

import type { Command } from '#core/study/index.ts';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CliExit } from '../cli-exit.ts';
import { mapLines } from '../narrate.ts';
import {
  actorOf,
  openToRead,
  openToWrite,
  perform,
  versionOf,
  withStudy,
  type PeekVerb,
  type Tools,
} from '../tools.ts';
import type { OptionSpec, PositionalSpec, VerbInput } from '../verb.ts';

const STUDY: PositionalSpec = { name: 'STUDY', required: true, words: 'a .peek file' };
const REASON: Readonly<Record<string, OptionSpec>> = {
  reason: { type: 'string', value: 'TEXT', words: 'why, for the record' },
  preview: { type: 'boolean', words: 'only show the map it would give, its tokens and what would be evicted' },
};

/** Sends a command to the study and shows the map after it. */
async function steer(input: VerbInput, tools: Tools, commandOf: () => Command | Promise<Command>): Promise<number> {
  const command = await commandOf();
  if (input.flag('preview')) return preview(input, tools, command);
  return withStudy(openToWrite(input.argument('STUDY'), tools), async (study) => {
    const before = study.engine.state.warnings.length;
    const seq = await perform(study, command, actorOf(input, tools));
    const { state } = study.engine;
    const head = versionOf(state, null);
    const frozen = (state.branches.get(state.currentBranch)?.frozen ?? null) !== null;
    const { terminal } = tools;
    if (input.flag('json')) {
      const { id, tokens, budgetTokens } = head;
      terminal.printJson({ seq, branch: state.currentBranch, versionId: id, tokens, budgetTokens, frozen });
      return 0;
    }
    for (const { words } of state.warnings.slice(before)) terminal.say(words);
    terminal.print(`branch ${state.currentBranch}${frozen ? ', frozen' : ''}`);
    for (const line of mapLines(head, terminal)) terminal.print(line);
    return 0;
  });
}

async function preview(input: VerbInput, tools: Tools, command: Command): Promise<number> {
  return withStudy(openToRead(input.argument('STUDY'), tools), (study) => {
    const { terminal } = tools;
    const previewed = study.previewCommand(command, actorOf(input, tools));
    if (!previewed.ok) throw new CliExit(1, previewed.error.words);
    const { text, tokens, budgetTokens, eviction, refusals } = previewed.value;
    if (input.flag('json')) terminal.printJson(previewed.value);
    else {
      terminal.write(text.endsWith('\n') || text === '' ? text : `${text}\n`);
      for (const { refusal } of refusals) terminal.say(`refused: ${refusal.words}`);
      for (const { itemId, why } of eviction.removed) terminal.say(`evicts ${itemId}: ${why}`);
      terminal.say(`${tokens} of ${budgetTokens} tokens; nothing was changed`);
    }
    return refusals.length === 0 ? 0 : 1;
  });
}

export const freeze: PeekVerb = {
  name: 'freeze',
  summary: 'freeze the map, so that later queries only reuse it (or --off)',
  positionals: [STUDY],
  options: { off: { type: 'boolean', words: 'let the map evolve again' }, ...REASON },
  examples: ['peek freeze logs.peek --reason "good enough"', 'peek freeze logs.peek --off'],
  run: (input, tools) =>
    steer(input, tools, () => ({
      do: input.flag('off') ? 'map.unfreeze' : 'map.freeze',
      reason: input.text('reason'),
    })),
};

export const rollback: PeekVerb = {
  name: 'rollback',
  summary: 'move the current branch back to an earlier version; nothing is deleted',
  positionals: [STUDY, { name: 'VERSION', required: true, words: 'a version id such as v3' }],
  options: REASON,
  examples: ['peek rollback logs.peek v3 --reason "v4 lost the record format"'],
  run: (input, tools) =>
    steer(input, tools, () => ({
      do: 'map.rollback',
      versionId: input.argument('VERSION'),
      reason: input.text('reason'),
    })),
};

export const branch: PeekVerb = {
  name: 'branch',
  summary: 'list branches, or make, switch, rename or delete one',
  positionals: [STUDY, { name: 'NAME', required: false, words: 'make a branch of this name' }],
  options: {
    at: { type: 'string', value: 'VERSION', words: 'where the new branch begins (default: the current head)' },
    switch: { type: 'string', value: 'NAME', words: 'make this the current branch' },
    rename: { type: 'string', value: 'NAME', words: 'give the branch NAME this new name' },
    delete: { type: 'boolean', words: 'take away the name; its versions stay' },
    ...REASON,
  },
  examples: [
    'peek branch logs.peek',
    'peek branch logs.peek tighter --at v3',
    'peek branch logs.peek --switch tighter',
    'peek branch logs.peek tighter --rename small',
    'peek branch logs.peek small --delete',
  ],
  async run(input, tools) {
    const name = input.optional('NAME');
    const target = input.text('switch');
    if (target !== null) return steer(input, tools, () => ({ do: 'branch.switch', name: target }));
    if (name === null) return listBranches(input, tools);
    const renamed = input.text('rename');
    if (renamed !== null) return steer(input, tools, () => ({ do: 'branch.rename', from: name, to: renamed }));
    if (input.flag('delete')) return steer(input, tools, () => ({ do: 'branch.delete', name }));
    return withStudy(openToWrite(input.argument('STUDY'), tools), async (study) => {
      const versionId = versionOf(study.engine.state, input.text('at')).id;
      const command = { do: 'branch.create', name, versionId, reason: input.text('reason') } as const;
      const seq = await perform(study, command, actorOf(input, tools));
      if (input.flag('json')) tools.terminal.printJson({ seq, branch: name, versionId });
      else tools.terminal.print(`branch ${name} at ${versionId}`);
      return 0;
    });
  },
};

async function listBranches(input: VerbInput, tools: Tools): Promise<number> {
  return withStudy(openToRead(input.argument('STUDY'), tools), (study) => {
    const { branches, currentBranch } = study.engine.state;
    const listed = [...branches.values()].filter((each) => !each.deleted);
    if (input.flag('json')) {
      tools.terminal.printJson(
        listed.map(({ name, head, frozen }) => ({
          name,
          head,
          frozen: frozen !== null,
          current: name === currentBranch,
        })),
      );
      return 0;
    }
    for (const { name, head, frozen } of listed) {
      tools.terminal.print(
        `${name === currentBranch ? '*' : ' '} ${name}  ${head}${frozen === null ? '' : '  frozen'}`,
      );
    }
    return 0;
  });
}

export const pin: PeekVerb = {
  name: 'pin',
  summary: 'pin an item, so that the policy neither rewrites nor evicts it (or --off)',
  positionals: [STUDY, { name: 'ITEM', required: true, words: 'an item id such as cr-00001' }],
  options: { off: { type: 'boolean', words: 'take the pin off' }, ...REASON },
  examples: ['peek pin logs.peek cr-00001', 'peek pin logs.peek cr-00001 --off'],
  run: (input, tools) =>
    steer(input, tools, () => ({
      do: input.flag('off') ? 'item.unpin' : 'item.pin',
      itemId: input.argument('ITEM'),
      reason: input.text('reason'),
    })),
};

const SECTION_IDS = ['cr', 'cu', 'dc', 'ps', 'rr', 'ep'] as const;
type EditSection = (typeof SECTION_IDS)[number];

export const edit: PeekVerb = {
  name: 'edit',
  summary: 'change the map by hand: add, rewrite, delete, move or return an item, or take a whole edited text',
  details:
    'With an ITEM and a TEXT the item is rewritten. --undo and --redo take back and bring again the last operation.',
  positionals: [
    STUDY,
    { name: 'ITEM', required: false, words: 'an item id such as cr-00001' },
    { name: 'TEXT', required: false, words: 'its new text' },
  ],
  options: {
    add: { type: 'string', choices: SECTION_IDS, words: 'add --text as a new item of this section' },
    text: { type: 'string', value: 'TEXT', words: 'the text of the item' },
    delete: { type: 'boolean', words: 'delete ITEM' },
    move: { type: 'string', choices: SECTION_IDS, words: 'move ITEM to this section' },
    before: { type: 'string', value: 'ITEM', words: 'with --move: before this item (default: last)' },
    return: { type: 'boolean', words: 'bring back the evicted or deleted ITEM' },
    'map-file': {
      type: 'string',
      value: 'FILE',
      words: 'the whole map as edited text (see peek export --format prompt)',
    },
    undo: { type: 'boolean', words: 'take back the last operation' },
    redo: { type: 'boolean', words: 'bring again what was taken back' },
    ...REASON,
  },
  examples: [
    'peek edit logs.peek cr-00001 "One record a line, seven fields." --reason "was six"',
    'peek edit logs.peek --add dc --text "Levels: DEBUG, INFO, WARN, ERROR"',
    'peek edit logs.peek ps-00002 --delete',
    'peek edit logs.peek rr-00004 --return',
    'peek export logs.peek --format prompt > map.txt && $EDITOR map.txt && peek edit logs.peek --map-file map.txt',
    'peek edit logs.peek --undo',
  ],
  run: (input, tools) => steer(input, tools, () => editCommand(input)),
};

async function editCommand(input: VerbInput): Promise<Command> {
  const reason = input.text('reason');
  if (input.flag('undo')) return { do: 'operation.undo' };
  if (input.flag('redo')) return { do: 'operation.redo' };
  const file = input.text('map-file');
  if (file !== null) return { do: 'map.edit-text', text: await readText(file), reason };
  const added = sectionOf(input.choice('add'));
  if (added !== null) {
    const content = input.text('text') ?? input.optional('ITEM');
    if (content === null) throw new CliExit(2, '--add needs --text: the text of the new item.');
    return { do: 'item.add', section: added, content, reason };
  }
  const itemId = input.optional('ITEM');
  if (itemId === null) throw new CliExit(2, 'Say what to edit: an ITEM, --add, --map-file, --undo or --redo.');
  if (input.flag('delete')) return { do: 'item.delete', itemId, reason };
  if (input.flag('return')) return { do: 'item.return', itemId, reason };
  const section = sectionOf(input.choice('move'));
  if (section !== null) return { do: 'item.move', itemId, section, beforeItemId: input.text('before'), reason };
  const content = input.optional('TEXT') ?? input.text('text');
  if (content === null)
    throw new CliExit(2, `What shall become of ${itemId}? Give its new TEXT, or --delete, --move, --return.`);
  return { do: 'item.edit', itemId, content, reason };
}

function sectionOf(value: string | null): EditSection | null {
  return SECTION_IDS.find((id) => id === value) ?? null;
}

export async function readText(path: string): Promise<string> {
  try {
    return await readFile(resolve(path), 'utf8');
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new CliExit(2, `${path} could not be read (${error.message}).`);
  }
}

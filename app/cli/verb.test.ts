import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { CliExit } from './cli-exit.ts';
import { settingsOf, STUDY_OPTIONS } from './study-options.ts';
import { parseVerb, type Verb } from './verb.ts';
import { VERBS } from './verbs/index.ts';
import { helpFor } from './help.ts';
import { completionFor, SHELLS } from './completion.ts';

const aVerb: Verb<null> = {
  name: 'try',
  summary: 'try something',
  positionals: [
    { name: 'STUDY', required: true, words: 'a .peek file' },
    { name: 'ITEM', required: false, words: 'an item' },
  ],
  options: STUDY_OPTIONS,
  examples: ['peek try a.peek'],
  run: () => Promise.resolve(0),
};

function wrongUsage(args: readonly string[], use = (verb: Verb<null>) => void parseVerb(verb, args)): string {
  try {
    use(aVerb);
  } catch (error) {
    if (error instanceof CliExit && error.code === 2) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('the arguments of a verb', () => {
  it('are read by name', () => {
    const input = parseVerb(aVerb, ['a.peek', '--budget', '512', '--json', 'cr-00001']);
    expect([input.argument('STUDY'), input.optional('ITEM'), input.count('budget'), input.flag('json')]).toEqual([
      'a.peek',
      'cr-00001',
      512,
      true,
    ]);
  });

  it.each([
    [[], 'needs STUDY'],
    [['a', 'b', 'c'], 'no use for "c"'],
    [['a', '--budgett', '5'], "Unknown option '--budgett'"],
    [['a', '--method', 'magic'], '--method is one of peek, none'],
    [['a', '--budget'], '--budget'],
  ])('%j are wrong usage, and it is said why', (args, words) => {
    expect(wrongUsage(args)).toContain(words);
  });

  it('must be numbers where numbers are meant', () => {
    const ask = (args: readonly string[]) => wrongUsage(args, (verb) => void settingsOf(parseVerb(verb, args)));
    expect(ask(['a', '--budget', 'many'])).toContain('--budget needs a number, not "many"');
    expect(ask(['a', '--budget', '0'])).toContain('at least 1');
    expect(ask(['a', '--base-url', 'localhost'])).toContain('--base-url needs an address');
    expect(ask(['a', '--base-url', 'http://localhost:1/v1'])).toContain('--model is missing');
  });
});

describe('the settings that options ask for', () => {
  const settings = (...args: string[]) => settingsOf(parseVerb(aVerb, ['a', ...args]));

  it('are the defaults, offline, when nothing is asked', () => {
    expect(settings().models).toMatchObject({ provider: 'offline', root: 'offline', baseUrl: null });
  });

  it('name a provider for any other model, its key by preset', () => {
    expect(settings('--model', 'gpt-5-mini').models).toMatchObject({
      provider: 'openai',
      preset: 'openai',
      root: 'gpt-5-mini',
    });
    expect(settings('--model', 'qwen3', '--base-url', 'http://localhost:8080/v1').models).toMatchObject({
      provider: 'openai',
      preset: 'custom',
      baseUrl: 'http://localhost:8080/v1',
      root: 'qwen3',
    });
  });

  it('carry the budget, the evolve steps and the caps', () => {
    const asked = settings('--budget', '300', '--evolve-steps', '2', '--max-cost-usd', '1.5', '--no-eviction');
    expect(asked.method).toMatchObject({ budgetTokens: 300, evolveSteps: 2, eviction: false });
    expect(asked.studyCaps.microUsd).toBe(1_500_000);
  });
});

describe('a settings file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'peek-settings-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const fileWith = (text: string) => {
    const path = join(folder, 'settings.json');
    writeFileSync(path, text);
    return path;
  };
  const settings = (...args: string[]) => settingsOf(parseVerb(aVerb, ['a', ...args]));

  it('changes what it names, and options go over it', () => {
    const path = fileWith(
      '{"method": {"budgetTokens": 700, "tagWeights": {"helpful": 2}, "prompts": {"distiller": "Look."}}, "agent": {"maxDepth": 2}}',
    );
    const asked = settings('--settings', path, '--budget', '300');
    expect(asked.method).toMatchObject({
      budgetTokens: 300,
      tagWeights: { helpful: 2, harmful: -1, neutral: 0, stale: -1 },
      prompts: { distiller: 'Look.', cartographer: null, monolithic: null },
    });
    expect(asked.agent.maxDepth).toBe(2);
  });

  it.each([
    ['{"method": {"budgetToken": 700}}', 'no setting method.budgetToken'],
    ['{"__proto__": {"x": 1}}', 'no setting __proto__'],
    ['{"method": {"budgetTokens": "many"}}', 'method.budgetTokens'],
    ['{"method": 7}', 'method must be an object'],
    ['[]', 'must be an object'],
    ['{', 'is not JSON'],
  ])('that says %s is refused with the place', (text, words) => {
    const path = fileWith(text);
    expect(
      wrongUsage(['a', '--settings', path], (verb) => void settingsOf(parseVerb(verb, ['a', '--settings', path]))),
    ).toContain(words);
  });

  it('that is missing is wrong usage', () => {
    expect(
      wrongUsage([], (verb) => void settingsOf(parseVerb(verb, ['a', '--settings', '/nowhere/at/all.json']))),
    ).toContain('/nowhere/at/all.json cannot be read (ENOENT)');
  });
});

describe('every verb', () => {
  it('has help with an example that begins with its own name', () => {
    for (const verb of VERBS) {
      expect(verb.examples.length, verb.name).toBeGreaterThan(0);
      expect(
        verb.examples.some((example) => example.includes(`peek ${verb.name}`)),
        verb.name,
      ).toBe(true);
      expect(helpFor(verb)).toContain(verb.summary);
    }
  });

  it.each(SHELLS)('is known to the completion of %s, with its options', (shell) => {
    const script = completionFor(shell, VERBS);
    for (const verb of VERBS) {
      expect(script).toContain(verb.name);
      for (const option of Object.keys(verb.options)) expect(script).toContain(option);
    }
  });
});

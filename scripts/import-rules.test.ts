// Every rule of .dependency-cruiser.cjs is tried: a small tree with one deliberate violation must be refused by it.
import { cruise } from 'dependency-cruiser';
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import { ESLint } from 'eslint';
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const configuration = await extractConfig(join(root, '.dependency-cruiser.cjs'));

/** Files by path to text. */
type Tree = Readonly<Record<string, string>>;

const manifest = JSON.stringify({
  name: 'peek',
  type: 'module',
  imports: { '#core/*': './core/*', '#app/*': './app/*' },
  dependencies: {
    openai: '*',
    zod: '*',
    react: '*',
    tiktoken: '*',
    'gpt-tokenizer': '*',
    '@photostructure/sqlite': '*',
  },
  devDependencies: { electron: '*', vitest: '*', 'fast-check': '*' },
});

const exportsOne = 'export const one = 1;\n';
const imports = (...specifiers: readonly string[]) =>
  specifiers.map((specifier, index) => `import * as import${index} from '${specifier}';\n`).join('') + exportsOne;

/** One violation for each rule, by the rule's name. */
const violations: Readonly<Record<string, Tree>> = {
  'no-cycle': { 'core/map/a.ts': imports('./b.ts'), 'core/map/b.ts': imports('./a.ts') },
  'no-unresolvable': { 'core/map/a.ts': imports('./nowhere.ts') },
  'no-test-in-program': { 'core/map/a.ts': imports('./a.test.ts'), 'core/map/a.test.ts': exportsOne },
  'no-development-package-in-program': { 'core/map/a.ts': imports('fast-check') },
  'core-is-pure': { 'core/map/a.ts': imports('node:fs') },
  'core-knows-no-adapter': { 'core/lm/a.ts': imports('#core/node/index.ts'), 'core/node/index.ts': exportsOne },
  'core-knows-no-app': { 'core/node/a.ts': imports('#app/bridge/index.ts'), 'app/bridge/index.ts': exportsOne },
  'core-study-looks-down': { 'core/study/a.ts': imports('#core/bench/index.ts'), 'core/bench/index.ts': exportsOne },
  'core-methods-looks-down': {
    'core/methods/a.ts': imports('#core/study/index.ts'),
    'core/study/index.ts': exportsOne,
  },
  'core-agents-looks-down': {
    'core/agents/a.ts': imports('#core/methods/index.ts'),
    'core/methods/index.ts': exportsOne,
  },
  'core-lm-looks-down': { 'core/lm/a.ts': imports('#core/agents/index.ts'), 'core/agents/index.ts': exportsOne },
  'core-map-looks-down': { 'core/map/a.ts': imports('#core/lm/index.ts'), 'core/lm/index.ts': exportsOne },
  'core-offline-model-is-above-agents': {
    'core/agents/a.ts': imports('#core/lm/offline/index.ts'),
    'core/lm/offline/index.ts': exportsOne,
  },
  'core-offline-model-looks-down': {
    'core/lm/offline/a.ts': imports('#core/study/index.ts'),
    'core/study/index.ts': exportsOne,
  },
  'core-interop-is-used-from-outside': {
    'core/map/a.ts': imports('#core/interop/index.ts'),
    'core/interop/index.ts': exportsOne,
  },
  'core-interop-knows-no-bench': {
    'core/interop/a.ts': imports('#core/bench/index.ts'),
    'core/bench/index.ts': exportsOne,
  },
  'core-front-door': { 'core/lm/a.ts': imports('#core/map/inner.ts'), 'core/map/inner.ts': exportsOne },
  'core-front-door-from-above': { 'bench/index.ts': imports('#core/map/inner.ts'), 'core/map/inner.ts': exportsOne },
  'app-front-door': { 'app/main/a.ts': imports('#app/bridge/inner.ts'), 'app/bridge/inner.ts': exportsOne },
  'bridge-is-a-contract': { 'app/bridge/a.ts': imports('node:fs') },
  'preload-only-exposes': { 'app/preload/a.ts': imports('#core/map/index.ts'), 'core/map/index.ts': exportsOne },
  'renderer-has-no-host': { 'app/renderer/a.tsx': imports('#core/node/index.ts'), 'core/node/index.ts': exportsOne },
  'renderer-has-no-node': { 'app/renderer/a.tsx': imports('node:fs') },
  'python-page-stands-alone': {
    'app/sandbox/page/a.ts': imports('#core/map/index.ts'),
    'core/map/index.ts': exportsOne,
  },
  'nobody-loads-a-window': {
    'app/main/a.ts': imports('#app/renderer/index.ts'),
    'app/renderer/index.ts': exportsOne,
  },
  'sandbox-knows-no-main': { 'app/sandbox/a.ts': imports('#app/main/index.ts'), 'app/main/index.ts': exportsOne },
  'command-line-knows-no-main': { 'app/cli/a.ts': imports('#app/main/index.ts'), 'app/main/index.ts': exportsOne },
  'openai-in-core-node': { 'app/main/a.ts': imports('openai') },
  'tokenizer-in-core-node': { 'app/main/a.ts': imports('tiktoken/lite') },
  'database-in-core-node': { 'app/main/a.ts': imports('@photostructure/sqlite') },
  'window-packages-in-renderer': { 'app/main/a.ts': imports('react') },
  'electron-in-app': { 'core/node/a.ts': imports('electron') },
};

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'peek-import-rules-'));
  await writeFile(join(folder, 'package.json'), manifest);
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function write(tree: Tree): Promise<void> {
  for (const [path, text] of Object.entries(tree)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** The names of the rules that refuse a tree. */
async function rulesAgainst(tree: Tree): Promise<readonly string[]> {
  await write(tree);
  const tops = [...new Set(Object.keys(tree).map((path) => path.split('/')[0] ?? ''))];
  const { output } = await cruise(tops, {
    ...configuration.options,
    ruleSet: configuration,
    validate: true,
    baseDir: folder,
  });
  if (typeof output === 'string') throw new Error(`a report instead of a result: ${output}`);
  return output.summary.violations.map((violation) => violation.rule.name);
}

describe('import rules', () => {
  test('every rule has its violation here', () => {
    const names = (configuration.forbidden ?? []).map((rule) => rule.name);
    expect(Object.keys(violations).toSorted()).toEqual(names.toSorted());
  });

  test.each(Object.entries(violations))('%s refuses its violation', async (rule, tree) => {
    expect(await rulesAgainst(tree)).toContain(rule);
  });

  test("a folder's testing.ts is for tests alone", async () => {
    const tree = { 'core/lm/a.ts': imports('#core/map/testing.ts'), 'core/map/testing.ts': imports('fast-check') };
    expect(await rulesAgainst(tree)).toEqual(['no-test-in-program']);
  });

  test('a type import is an arrow too', async () => {
    const tree = {
      'core/map/a.ts': "import type { One } from '#core/lm/index.ts';\nexport const a: One = 1;\n",
      'core/lm/index.ts': 'export type One = 1;\n',
    };
    expect(await rulesAgainst(tree)).toEqual(['core-map-looks-down']);
  });

  test('a worker import is an arrow too', async () => {
    const tree = { 'core/lm/a.ts': imports('#core/map/inner.ts?worker'), 'core/map/inner.ts': exportsOne };
    expect(await rulesAgainst(tree)).toEqual(['core-front-door']);
  });

  test('arrows that point down through front doors are allowed', async () => {
    const tree = {
      'core/result.ts': exportsOne,
      'core/map/index.ts': imports('#core/result.ts', './item.ts'),
      'core/map/item.ts': exportsOne,
      'core/map/testing.ts': imports('fast-check', './item.ts'),
      'core/lm/chat.test.ts': imports('#core/map/testing.ts'),
      'core/map/item.test.ts': imports('./item.ts', 'node:fs', 'vitest', 'fast-check'),
      'core/lm/index.ts': imports('#core/map/index.ts', 'zod'),
      'core/lm/offline/index.ts': imports('#core/agents/index.ts', '#core/methods/peek/index.ts'),
      'core/methods/peek/index.ts': imports('../policy.ts'),
      'core/methods/policy.ts': exportsOne,
      'core/study/index.ts': imports('#core/methods/peek/index.ts', '#core/lm/index.ts'),
      'core/interop/index.ts': imports('#core/study/index.ts'),
      'core/node/index.ts': imports(
        'node:fs',
        'openai',
        'tiktoken/lite',
        '@photostructure/sqlite',
        '#core/lm/index.ts',
      ),
      'app/bridge/index.ts': imports('zod', '#core/study/index.ts'),
      'app/preload/index.ts': imports('electron', '#app/bridge/index.ts'),
      'app/sandbox/index.ts': imports('electron', '#core/agents/index.ts'),
      'core/agents/index.ts': exportsOne,
      'app/cli/index.ts': imports('#app/sandbox/index.ts', '#core/node/index.ts'),
      'app/main/index.ts': imports('electron', '#app/cli/index.ts', '#app/bridge/index.ts', '#core/node/index.ts'),
      'app/renderer/main.tsx': imports('react', '#app/bridge/index.ts', '#core/map/index.ts'),
    };
    expect(await rulesAgainst(tree)).toEqual([]);
  });
});

describe('channel rules', () => {
  const eslint = new ESLint({ cwd: root });

  /** The words of the rule against a line that stands in a file. */
  async function refusal(path: string, line: string): Promise<readonly string[]> {
    const settings: unknown = await eslint.calculateConfigForFile(join(root, path));
    if (typeof settings !== 'object' || settings === null || !('rules' in settings)) throw new Error('no settings');
    const rule = (settings.rules as Record<string, unknown>)['no-restricted-imports'];
    const alone = new ESLint({
      cwd: root,
      overrideConfigFile: true,
      overrideConfig: [{ files: ['**/*.js'], rules: { 'no-restricted-imports': rule as ['error', object] } }],
    });
    const [result] = await alone.lintText(line, { filePath: join(root, 'line.js') });
    return result?.messages.map((message) => message.message) ?? [];
  }

  test('ipcMain is refused outside app/main/ipc.ts', async () => {
    const line = "import { ipcMain } from 'electron';\nipcMain.handle('x');\n";
    expect(await refusal('app/main/index.ts', line)).toEqual([expect.stringContaining('app/main/ipc.ts')]);
    expect(await refusal('app/sandbox/index.ts', line)).toHaveLength(1);
  });

  test('ipcRenderer is refused outside the two preloads', async () => {
    const line = "import { ipcRenderer } from 'electron';\nipcRenderer.send('x');\n";
    expect(await refusal('app/renderer/main.tsx', line)).toEqual([expect.stringContaining('app/preload/index.ts')]);
    expect(await refusal('app/preload/index.ts', line)).toEqual([]);
    expect(await refusal('app/preload/python-page.ts', line)).toEqual([]);
    expect(await refusal('app/preload/another.ts', line)).toHaveLength(1);
  });

  test('all of electron in one name is refused, since a channel could hide in it', async () => {
    expect(
      await refusal('app/main/index.ts', "import * as electron from 'electron';\nelectron.app.quit();\n"),
    ).not.toEqual([]);
  });
});

describe('the type check of core', () => {
  test.each([
    ['the DOM', 'document.title'],
    ['Node', 'process.pid'],
    ['a timer', 'setTimeout(() => 1, 1)'],
    ['the network', "fetch('x')"],
  ])('refuses %s', async (_what, expression) => {
    await write({ 'core/result.ts': `export const one: unknown = ${expression};\n` });
    for (const file of ['tsconfig.base.json', 'core/tsconfig.json', 'core/platform.d.ts']) {
      await cp(join(root, file), join(folder, file));
    }
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const run = spawnSync(process.execPath, [tsc, '--project', 'core'], { cwd: folder, encoding: 'utf8' });
    expect(run.stdout).toMatch(/^core\/result\.ts.*error TS(2304|2580|2584|2591): Cannot find name/);
  });
});

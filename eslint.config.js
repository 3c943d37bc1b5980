import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import tseslint from 'typescript-eslint';

// The widest settings of each layer: they include its tests.
const layers = [
  'tsconfig.json',
  'core/tsconfig.test.json',
  'core/node/tsconfig.json',
  'app/bridge/tsconfig.test.json',
  'app/main/tsconfig.json',
  'app/cli/tsconfig.json',
  'app/sandbox/tsconfig.json',
  'app/sandbox/page/tsconfig.json',
  'app/preload/tsconfig.json',
  'app/renderer/tsconfig.test.json',
];

/** A layer whose folder has no TypeScript file yet would be an error of the parser. */
function hasFiles(tsconfig) {
  const folder = join(import.meta.dirname, dirname(tsconfig));
  return readdirSync(folder).some((name) => /\.tsx?$/.test(name));
}

/** Electron's raw channels, each allowed in one file. */
const channels = {
  main: {
    name: 'electron',
    importNames: ['ipcMain'],
    message: 'Only app/main/ipc.ts answers the window: add a request to app/bridge and its handler there.',
  },
  preload: {
    name: 'electron',
    importNames: ['ipcRenderer'],
    message: 'Only app/preload/index.ts speaks to main: add a request to app/bridge.',
  },
};

export default tseslint.config(
  { ignores: ['out', 'dist', 'coverage', 'node_modules', 'test-results', 'playwright-report', '**/*.d.ts'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: layers.filter(hasFiles),
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      'no-empty': ['error', { allowEmptyCatch: false }],
      eqeqeq: 'error',
      // A type parameter used once still names what a schema helper carries.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
    },
  },
  {
    // Everything that crosses goes through the bridge's typed requests, so Electron's channels have one user on each side.
    files: ['**/*.{ts,tsx}'],
    rules: { 'no-restricted-imports': ['error', { paths: [channels.main, channels.preload] }] },
  },
  { files: ['app/main/ipc.ts'], rules: { 'no-restricted-imports': ['error', { paths: [channels.preload] }] } },
  { files: ['app/preload/index.ts'], rules: { 'no-restricted-imports': ['error', { paths: [channels.main] }] } },
  { files: ['app/renderer/**'], ...reactHooks.configs.flat.recommended },
  {
    files: ['**/*.{js,mjs,cjs}'],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: { ...tseslint.configs.disableTypeChecked.languageOptions, globals: globals.node },
  },
);

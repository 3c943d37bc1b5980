import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

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
    message:
      'Only app/preload/index.ts, and for the page of Python app/preload/python-page.ts, speak to main: add a request to app/bridge.',
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
        project: 'tsconfig.eslint.json',
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
  {
    files: ['app/preload/index.ts', 'app/preload/python-page.ts'],
    rules: { 'no-restricted-imports': ['error', { paths: [channels.main] }] },
  },
  { files: ['app/renderer/**'], ...reactHooks.configs.flat.recommended },
  {
    files: ['**/*.{js,mjs,cjs}'],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: { ...tseslint.configs.disableTypeChecked.languageOptions, globals: globals.node },
  },
);

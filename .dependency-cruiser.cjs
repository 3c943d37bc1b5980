// The layers of Peek as import rules. Arrows point down only; ARCHITECTURE.md draws them. Each rule's comment says how to
// repair what it refuses. scripts/import-rules.test.ts tries one violation of each.

// Tests, and testing.ts: what a folder offers to tests, its own and others'.
const tests = '(\\.test\\.tsx?$|/testing(\\.tsx?$|/))';
const pureCore = '^core/(?!node/)';

/** Answers the agents' and the policy's own messages, so it reads their formats; in return none of them may know it. */
const offlineModel = '^core/lm/offline/';

/** Folders of core from top to bottom: each may use those after it. */
const coreFolders = ['bench', 'study', 'methods', 'agents', 'lm', 'map'];

const coreArrows = coreFolders.slice(1).map((folder, index) => ({
  name: `core-${folder}-looks-down`,
  comment: `core/${folder} may use only the folders below it. Move what it needs down, or take it as a parameter.`,
  severity: 'error',
  from: { path: `^core/${folder}/`, pathNot: [tests, offlineModel] },
  to: { path: `^core/(${coreFolders.slice(0, index + 1).join('|')})/` },
}));

/** What only one place may load: name, which modules, and who may. */
function onlyIn(name, modules, place, comment) {
  return {
    name,
    comment,
    severity: 'error',
    from: { path: '^(app|core|bench|scripts|e2e)/', pathNot: place },
    to: { path: `(^|/)node_modules/(${modules})(/|$)` },
  };
}

module.exports = {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'Two files that need each other are one subject: merge them, or move the shared part into a third file.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'The import leads nowhere: mend the path (with its .ts or .tsx), or install the package.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?(worker|nodeWorker|url|raw|asset)$' },
    },
    {
      name: 'no-test-in-program',
      comment: 'The program must not load a test. Move what both need beside its subject, out of the test file.',
      severity: 'error',
      from: { pathNot: [tests, '^(e2e|bench)/'] },
      to: { path: [tests, '^e2e/'] },
    },
    {
      name: 'no-development-package-in-program',
      comment:
        'What the program loads must be listed in "dependencies": it is missing from a packed app otherwise. Electron itself is the exception.',
      severity: 'error',
      from: { path: '^(app|core)/', pathNot: tests },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm'], pathNot: 'node_modules/(electron|@types)/' },
    },

    // core
    {
      name: 'core-is-pure',
      comment: 'core has no Node: take what you need as a port (a parameter) and write the adapter in core/node.',
      severity: 'error',
      from: { path: pureCore, pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'core-knows-no-adapter',
      comment: 'core states ports; core/node implements them. Take the adapter as a parameter.',
      severity: 'error',
      from: { path: pureCore, pathNot: tests },
      to: { path: '^core/node/' },
    },
    {
      name: 'core-knows-no-app',
      comment: 'core works as a library, without the desktop. Move the shared part down into core.',
      severity: 'error',
      from: { path: '^core/' },
      to: { path: '^app/' },
    },
    ...coreArrows,
    {
      name: 'core-offline-model-is-above-agents',
      comment:
        'The offline model stands behind the port in core/lm, and is chosen above: take the port as a parameter.',
      severity: 'error',
      from: { path: '^core/(methods|agents|map|lm/(?!offline/))', pathNot: tests },
      to: { path: offlineModel },
    },
    {
      name: 'core-offline-model-looks-down',
      comment: 'The offline model sees what a model would see: messages. It may read their formats, not the study.',
      severity: 'error',
      from: { path: offlineModel, pathNot: tests },
      to: { path: '^core/(bench|study|interop)/' },
    },
    {
      name: 'core-interop-is-used-from-outside',
      comment:
        'core/interop reads and writes formats for the app and the adapters. core itself must not depend on a format.',
      severity: 'error',
      from: { path: '^core/(study|methods|agents|lm|map)/', pathNot: tests },
      to: { path: '^core/interop/' },
    },
    {
      name: 'core-interop-knows-no-bench',
      comment: 'core/interop may use the study and what is below it. Move what it needs of core/bench down.',
      severity: 'error',
      from: { path: '^core/interop/', pathNot: tests },
      to: { path: '^core/bench/' },
    },

    // front doors
    {
      name: 'core-front-door',
      comment:
        "Import a folder of core by its index.ts, e.g. '#core/map/index.ts'; export there what others need. Tests may also use its testing.ts.",
      severity: 'error',
      from: { path: '^(core|app|bench|scripts|e2e)/([^/]+)/' },
      to: { path: '^core/([^/]+)/', pathNot: ['^$1/$2/', '/(index|testing)\\.ts$'] },
    },
    {
      name: 'core-front-door-from-above',
      comment: "A file at the top of a layer imports a folder of core by its index.ts, e.g. '#core/map/index.ts'.",
      severity: 'error',
      from: { path: '^(core|bench|scripts|e2e)/[^/]+$' },
      to: { path: '^core/[^/]+/', pathNot: '/(index|testing)\\.ts$' },
    },
    {
      name: 'app-front-door',
      comment: "Import another part of the app by its index.ts, e.g. '#app/bridge/index.ts'.",
      severity: 'error',
      from: { path: '^app/([^/]+)/' },
      to: { path: '^app/([^/]+)/', pathNot: ['^app/$1/', '/(index|testing)\\.ts$'] },
    },

    // app
    {
      name: 'bridge-is-a-contract',
      comment: 'app/bridge is read by both sides: it may use core, zod and nothing else.',
      severity: 'error',
      from: { path: '^app/bridge/', pathNot: tests },
      to: { pathNot: ['^app/bridge/', pureCore, '(^|/)node_modules/zod/'] },
    },
    {
      name: 'preload-only-exposes',
      comment: 'app/preload exposes the bridge and does nothing else: only app/bridge and Electron.',
      severity: 'error',
      from: { path: '^app/preload/', pathNot: tests },
      to: { pathNot: ['^app/(preload|bridge)/', '(^|/)node_modules/electron/', '^electron(/|$)'] },
    },
    {
      name: 'renderer-has-no-host',
      comment: 'The window has no Node and no Electron: ask main for it by a request of app/bridge.',
      severity: 'error',
      from: { path: '^app/renderer/', pathNot: tests },
      to: {
        path: ['^app/(main|preload|cli|sandbox)/', '^core/node/', '(^|/)node_modules/electron/', '^electron(/|$)'],
      },
    },
    {
      name: 'renderer-has-no-node',
      comment: 'The window has no Node: ask main for it by a request of app/bridge.',
      severity: 'error',
      from: { path: '^app/renderer/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'python-page-stands-alone',
      comment:
        'The page that model-written Python runs in gets no part of the program: only app/sandbox/page itself and the message shapes beside it.',
      severity: 'error',
      from: { path: '^app/sandbox/page/', pathNot: tests },
      to: { pathNot: ['^app/sandbox/page/', '^app/sandbox/[^/]*(protocol|messages)\\.ts$'] },
    },
    {
      name: 'nobody-loads-a-window',
      comment: 'Main, command line and sandbox talk to the window through app/bridge, never by importing it.',
      severity: 'error',
      from: { path: '^(core|app/(main|cli|sandbox|bridge|preload))/', pathNot: tests },
      to: { path: '^app/renderer/' },
    },
    {
      name: 'sandbox-knows-no-main',
      comment: 'app/sandbox is used by main and by the command line. Take what it needs from them as a parameter.',
      severity: 'error',
      from: { path: '^app/sandbox/', pathNot: tests },
      to: { path: '^app/(main|cli|preload|bridge)/' },
    },
    {
      name: 'command-line-knows-no-main',
      comment:
        'app/main starts the command line, not the other way round. Move the shared part to core/node or app/sandbox.',
      severity: 'error',
      from: { path: '^app/cli/', pathNot: tests },
      to: { path: '^app/(main|preload|bridge)/' },
    },

    // packages with one home
    onlyIn('openai-in-core-node', 'openai', '^core/node/', 'Models are reached through the port in core/lm.'),
    onlyIn(
      'tokenizer-in-core-node',
      'tiktoken|gpt-tokenizer',
      '^core/node/',
      'Tokens are counted through the port that core states.',
    ),
    onlyIn(
      'database-in-core-node',
      '@photostructure/sqlite',
      '^core/node/',
      'Studies are stored through the log that core/study states.',
    ),
    onlyIn(
      'window-packages-in-renderer',
      'react|react-dom|zustand|monaco-editor|cmdk|@base-ui/react|react-resizable-panels|@tanstack/react-virtual',
      '^app/renderer/',
      'React, the store and the editor belong to the window: move the component to app/renderer.',
    ),
    {
      name: 'electron-in-app',
      comment:
        'Only the desktop knows Electron: app/main, app/preload, app/cli and app/sandbox, the end-to-end tests, and what a bench runs inside it.',
      severity: 'error',
      from: {
        path: '^(app/(bridge|renderer)|core|bench|scripts)/',
        pathNot: '^bench/(agent/(host|processor-time)\\.ts$|window/bare/)',
      },
      to: { path: ['(^|/)node_modules/electron/', '^electron(/|$)'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true, // an import of a type is an arrow like any other
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(out|dist|coverage|test-results|playwright-report)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css', '.d.ts'],
    },
  },
};

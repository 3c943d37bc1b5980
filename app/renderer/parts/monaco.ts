// Monaco, loaded when a panel first needs it: the editor, JSON and the map's text, our colours. Bundled; nothing comes from outside.

import * as monaco from 'monaco-editor/editor';
import 'monaco-editor/features/register.all';
import 'monaco-editor/languages/features/json/register';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import JsonWorker from 'monaco-editor/languages/features/json/json.worker?worker';

declare global {
  interface Window {
    MonacoEnvironment?: monaco.Environment;
  }
}

window.MonacoEnvironment = {
  getWorker: (_id: string, label: string) => (label === 'json' ? new JsonWorker() : new EditorWorker()),
};

/** The map's text: headings, what a section is for, and the ids of items; everything else is prose. */
monaco.languages.register({ id: 'context-map' });
monaco.languages.setMonarchTokensProvider('context-map', {
  tokenizer: {
    root: [
      [/^#+ .*$/, 'heading'],
      [/^\(.*\)$/, 'comment'],
      [/^\[(?:cr|cu|dc|ps|rr|ep)-\d+\]/, 'item'],
    ],
  },
});

/** The token file's colours, so that an editor looks like what stands around it. */
export function applyMonacoTheme(): void {
  const probe = document.createElement('i');
  document.body.append(probe);
  const colour = (name: string) => {
    probe.style.color = `var(${name})`;
    return hexOf(getComputedStyle(probe).color);
  };
  const theme = document.documentElement.dataset['theme'] ?? 'dark';
  monaco.editor.defineTheme('peek', {
    base: theme === 'light' ? 'vs' : theme === 'contrast' ? 'hc-black' : 'vs-dark',
    inherit: true,
    rules: [
      { token: 'string.key.json', foreground: colour('--code-name').slice(1) },
      { token: 'string.value.json', foreground: colour('--code-string').slice(1) },
      { token: 'number', foreground: colour('--code-number').slice(1) },
      { token: 'keyword', foreground: colour('--code-keyword').slice(1) },
      { token: 'heading', foreground: colour('--fg').slice(1), fontStyle: 'bold' },
      { token: 'comment', foreground: colour('--fg3').slice(1) },
      { token: 'item', foreground: colour('--accent').slice(1) },
    ],
    colors: {
      'editor.background': colour('--panel'),
      'editor.foreground': colour('--fg'),
      'scrollbarSlider.background': `${colour('--line2')}c0`,
      'scrollbarSlider.hoverBackground': colour('--fg3'),
      'scrollbarSlider.activeBackground': colour('--fg3'),
      'editorLineNumber.foreground': colour('--fg3'),
      'editorGutter.background': colour('--panel'),
      'editor.lineHighlightBackground': colour('--hover'),
      'editor.lineHighlightBorder': '#00000000',
      'diffEditor.insertedTextBackground': `${colour('--diff-plus-word')}b0`,
      'diffEditor.removedTextBackground': `${colour('--diff-minus-word')}b0`,
      'diffEditor.insertedLineBackground': `${colour('--diff-plus')}90`,
      'diffEditor.removedLineBackground': `${colour('--diff-minus')}90`,
      // The base theme outlines what changed in colours of its own.
      ...(theme === 'contrast' && {
        'diffEditor.insertedTextBorder': colour('--add'),
        'diffEditor.removedTextBorder': colour('--delete'),
      }),
    },
  });
  probe.remove();
  monaco.editor.setTheme('peek');
}

/** Monaco takes six digits only, while a stylesheet may hold any spelling of a colour; the browser knows what it is. */
function hexOf(rgb: string): string {
  const [red = 0, green = 0, blue = 0] = (rgb.match(/[\d.]+/g) ?? []).map(Number);
  return `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

export const EDITOR_OPTIONS = {
  automaticLayout: true,
  fontFamily: "'JetBrains Mono Variable', monospace",
  fontSize: 11.5,
  lineHeight: 18,
  minimap: { enabled: false },
  wordWrap: 'on',
  wrappingIndent: 'indent',
  // A number is not cut at its comma, nor a date at its hyphen.
  wordWrapBreakAfterCharacters: ' \t',
  wordWrapBreakBeforeCharacters: '',
  lineNumbersMinChars: 3,
  folding: true,
  renderLineHighlight: 'line',
  scrollBeyondLastLine: false,
  overviewRulerLanes: 0,
  padding: { top: 8, bottom: 8 },
  unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: true },
  stickyScroll: { enabled: false },
  contextmenu: false,
  scrollbar: { verticalScrollbarSize: 9, horizontalScrollbarSize: 9, useShadows: false },
} as const satisfies monaco.editor.IEditorConstructionOptions;

export { monaco };

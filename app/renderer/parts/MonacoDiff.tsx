// Two texts side by side in Monaco, or one above the other where it is narrow. Read only.

import { useEffect, useRef } from 'react';
import { Empty, Waiting } from './Empty.tsx';
import { MONACO_LIMIT, useMonaco } from './use-monaco.ts';
import './monaco.css';

interface Props {
  readonly before: string;
  readonly after: string;
  readonly label: string;
}

export function MonacoDiff({ before, after, label }: Props) {
  const module = useMonaco();
  const box = useRef<HTMLDivElement>(null);
  const tooLong = before.length + after.length > MONACO_LIMIT;
  useEffect(() => {
    const element = box.current;
    if (module === null || element === null || tooLong || before === after) return;
    const { monaco, EDITOR_OPTIONS } = module;
    const original = monaco.editor.createModel(before, 'markdown');
    const modified = monaco.editor.createModel(after, 'markdown');
    const editor = monaco.editor.createDiffEditor(element, {
      ...EDITOR_OPTIONS,
      readOnly: true,
      originalEditable: false,
      renderSideBySide: true,
      useInlineViewWhenSpaceIsLimited: true,
      renderSideBySideInlineBreakpoint: 620,
      hideUnchangedRegions: { enabled: true },
      renderOverviewRuler: false,
      originalAriaLabel: `${label}: before`,
      modifiedAriaLabel: `${label}: after`,
    });
    editor.setModel({ original, modified });
    return () => {
      editor.dispose();
      original.dispose();
      modified.dispose();
    };
  }, [module, before, after, label, tooLong]);
  if (before === after) return <Empty icon="check" title="The text is the same in both" />;
  if (tooLong)
    return (
      <Empty title="Too long to compare here">
        These texts together pass two million characters; export them to compare them.
      </Empty>
    );
  return (
    <div className="monaco-box" data-testid="monaco-diff">
      {module === null && <Waiting words="Opening the editor…" />}
      <div ref={box} className="monaco-place" />
    </div>
  );
}

// Two texts side by side in Monaco, or one above the other where it is narrow: read only, or the later one edited.

import { useEffect, useRef, useState } from 'react';
import { Empty, Waiting } from './Empty.tsx';
import { MONACO_LIMIT, useMonaco } from './use-monaco.ts';
import './monaco.css';

interface Props {
  readonly before: string;
  readonly after: string;
  readonly label: string;
  /** Makes the later text editable. It is then read once; a new `key` takes it anew. */
  readonly onChange?: (after: string) => void;
}

export function MonacoDiff({ before, after, label, onChange }: Props) {
  const module = useMonaco();
  const box = useRef<HTMLDivElement>(null);
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  }, [onChange]);
  const editable = onChange !== undefined;
  const [first] = useState(after);
  const later = editable ? first : after;
  const tooLong = before.length + later.length > MONACO_LIMIT;
  const same = !editable && before === later;
  useEffect(() => {
    const element = box.current;
    if (module === null || element === null || tooLong || same) return;
    const { monaco, EDITOR_OPTIONS } = module;
    const original = monaco.editor.createModel(before, 'context-map');
    const modified = monaco.editor.createModel(later, 'context-map');
    const editor = monaco.editor.createDiffEditor(element, {
      ...EDITOR_OPTIONS,
      // Monaco draws what is gone, where both texts share one column, without a hanging indent: so that what came is drawn as
      // what it stands for, none has it here.
      wrappingIndent: 'none',
      readOnly: !editable,
      domReadOnly: !editable,
      originalEditable: false,
      renderSideBySide: true,
      useInlineViewWhenSpaceIsLimited: true,
      renderSideBySideInlineBreakpoint: 620,
      hideUnchangedRegions: { enabled: !editable },
      renderOverviewRuler: false,
      originalAriaLabel: `${label}: before`,
      modifiedAriaLabel: `${label}: after`,
    });
    editor.setModel({ original, modified });
    // The labels above do not reach the element that takes the keyboard.
    editor.getOriginalEditor().updateOptions({ ariaLabel: `${label}: before` });
    editor.getModifiedEditor().updateOptions({ ariaLabel: `${label}: after` });
    const listening = modified.onDidChangeContent(() => change.current?.(modified.getValue()));
    return () => {
      listening.dispose();
      editor.dispose();
      original.dispose();
      modified.dispose();
    };
  }, [module, before, later, label, editable, tooLong, same]);
  if (same) return <Empty icon="check" title="The text is the same in both" />;
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

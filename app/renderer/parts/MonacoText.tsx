// One text in Monaco: read only, or edited.

import { useEffect, useRef, useState } from 'react';
import { Empty, Waiting } from './Empty.tsx';
import { createOwnEcho } from './own-echo.ts';
import { MONACO_LIMIT, useMonaco } from './use-monaco.ts';
import './monaco.css';

interface Props {
  readonly text: string;
  readonly language: 'context-map' | 'json' | 'plaintext';
  readonly label: string;
  readonly onChange?: (text: string) => void;
  /** What Undo leads back to where the text was made from another one. Read once. */
  readonly madeFrom?: string;
}

export function MonacoText({ text, language, label, onChange, madeFrom }: Props) {
  const module = useMonaco();
  const box = useRef<HTMLDivElement>(null);
  const change = useRef(onChange);
  const model = useRef<{ getValue: () => string; setValue: (text: string) => void } | null>(null);
  const editable = onChange !== undefined;
  const first = useRef(text);
  const [before] = useState(madeFrom);
  const echo = useRef(createOwnEcho());
  useEffect(() => {
    change.current = onChange;
    first.current = text;
    const own = echo.current.isEcho(text);
    if (model.current !== null && !own && model.current.getValue() !== text) model.current.setValue(text);
  }, [onChange, text]);
  useEffect(() => {
    const element = box.current;
    if (module === null || element === null || first.current.length > MONACO_LIMIT) return;
    const { monaco, EDITOR_OPTIONS } = module;
    const own = monaco.editor.createModel(before ?? first.current, language);
    if (before !== undefined) {
      own.pushEditOperations([], [{ range: own.getFullModelRange(), text: first.current }], () => null);
      own.pushStackElement();
    }
    const editor = monaco.editor.create(element, {
      ...EDITOR_OPTIONS,
      model: own,
      readOnly: !editable,
      ariaLabel: label,
      domReadOnly: !editable,
    });
    const listening = own.onDidChangeContent(() => {
      const value = own.getValue();
      echo.current.told(value);
      change.current?.(value);
    });
    model.current = own;
    return () => {
      model.current = null;
      listening.dispose();
      editor.dispose();
      own.dispose();
    };
  }, [module, language, label, editable, before]);
  if (text.length > MONACO_LIMIT)
    return (
      <Empty title="Too long for the editor">
        This text passes two million characters; export it to read it whole.
      </Empty>
    );
  return (
    <div className="monaco-box" data-testid="monaco-text">
      {module === null && <Waiting words="Opening the editor…" />}
      <div ref={box} className="monaco-place" />
    </div>
  );
}

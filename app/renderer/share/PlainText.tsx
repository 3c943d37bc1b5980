// Stands in for the editor in the shared page, which has none: the text, to read.

import { visible } from '../parts/visible-text.ts';
import './plain.css';

interface Props {
  readonly text: string;
  readonly language: string;
  readonly label: string;
  readonly onChange?: (text: string) => void;
}

export function MonacoText({ text, label }: Props) {
  return (
    <pre className="scroll plain-text" data-testid="monaco-text" tabIndex={0} role="region" aria-label={label}>
      {visible(text)}
    </pre>
  );
}

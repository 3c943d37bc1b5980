// Stands in for the editor's comparison in the shared page: two texts line by line, one below the other.

import { diffLines } from 'diff';
import { useMemo } from 'react';
import { Empty } from '../parts/Empty.tsx';
import { visible } from '../parts/visible-text.ts';
import './plain.css';

interface Props {
  readonly before: string;
  readonly after: string;
  readonly label: string;
}

export function MonacoDiff({ before, after, label }: Props) {
  const parts = useMemo(() => diffLines(before, after), [before, after]);
  if (before === after) return <Empty icon="check" title="The text is the same in both" />;
  return (
    <div className="scroll plain-text" data-testid="monaco-diff" tabIndex={0} role="region" aria-label={label}>
      {parts.map((part, at) => {
        const text = visible(part.value.replace(/\n$/, ''));
        if (part.added) return <ins key={at}>{text}</ins>;
        if (part.removed) return <del key={at}>{text}</del>;
        return <span key={at}>{text}</span>;
      })}
    </div>
  );
}

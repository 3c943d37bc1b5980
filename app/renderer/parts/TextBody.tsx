// A paragraph or a page of model text in a card: as text, its items' ids as links, its rest on demand.

import type { StoredText } from '#core/study/index.ts';
import { charsOf, headOf } from '#core/study/index.ts';
import { openReader } from '../actions/reading.ts';
import { whole } from '../format/numbers.ts';
import { ItemId } from './marks.tsx';
import { useText } from './use-text.ts';
import { RunningText } from './RunningText.tsx';

const LIMIT = 8_000;
const ITEM_ID = /(\b(?:cr|cu|dc|ps|rr|ep)-\d{5}\b)/;

export function TextBody({
  text,
  title,
  className = 'card-body',
}: {
  readonly text: StoredText;
  readonly title: string;
  readonly className?: string;
}) {
  const loaded = useText(text, LIMIT);
  if (loaded.kind === 'error') return <p className={className}>{loaded.words}</p>;
  const shown = loaded.kind === 'data' ? loaded.value : headOf(text);
  return (
    <p className={`${className} prose text`}>
      <Linked text={shown.slice(0, LIMIT)} />
      {charsOf(text) > LIMIT && (
        <button type="button" className="link" onClick={() => openReader({ title, text })}>
          {' '}
          all {whole(charsOf(text))} characters
        </button>
      )}
    </p>
  );
}

export function Linked({ text }: { readonly text: string }) {
  return text
    .split(ITEM_ID)
    .map((part, at) => (at % 2 === 1 ? <ItemId key={at} id={part} /> : <RunningText key={at} text={part} />));
}

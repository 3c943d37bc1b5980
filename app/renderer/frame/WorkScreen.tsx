// While a study is being opened: what is being done and how far it is.

import { useStore } from '../store/store.ts';
import './start.css';

export function WorkScreen({ words }: { readonly words: string }) {
  const work = useStore((state) => state.study.work);
  return (
    <main className="work" role="status" aria-label="Opening">
      <i className="brand-dot large" aria-hidden="true" />
      <p className="soft">{work?.words ?? words}</p>
      {work !== null && work.fraction !== null && <progress max={1} value={work.fraction} aria-label={work.words} />}
    </main>
  );
}

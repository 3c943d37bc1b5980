// What a policy call is writing right now.

import { RunningText } from '../../parts/RunningText.tsx';
import { useStore } from '../../store/store.ts';

interface Props {
  readonly runId: string;
  readonly stage: 'distiller' | 'cartographer';
  readonly title: string;
}

export function Written({ runId, stage, title }: Props) {
  const text = useStore(
    (state) =>
      [...state.study.writing.values()].find((each) => each.runId === runId && each.stage === stage)?.text ?? '',
  );
  return (
    <section className="card iteration writing" aria-busy="true" data-testid={`writing-${stage}`}>
      <header className="card-head iteration-head">
        <span className="breathing" style={{ color: 'var(--accent)' }}>
          {title}…
        </span>
      </header>
      {text !== '' && (
        <pre className="code prose">
          <RunningText text={text.slice(-12_000)} />
          <span className="caret" aria-hidden="true" />
        </pre>
      )}
    </section>
  );
}

// How a query stands, by shape and colour.

import type { RowStatus } from './queries-view.ts';

const WORDS: Readonly<Record<RowStatus, string>> = {
  waiting: 'not run yet',
  running: 'running',
  review: 'edits wait for review',
  done: 'done',
  stopped: 'stopped',
  failed: 'failed',
  interrupted: 'interrupted',
  skipped: 'skipped',
};

export function StatusGlyph({ status }: { readonly status: RowStatus }) {
  return (
    <svg className={`glyph ${status}`} width="14" height="14" viewBox="0 0 14 14" role="img" aria-label={WORDS[status]}>
      <title>{WORDS[status]}</title>
      {shape(status)}
    </svg>
  );
}

function shape(status: RowStatus) {
  switch (status) {
    case 'done':
      return <circle cx="7" cy="7" r="4" fill="currentColor" />;
    case 'running':
      return (
        <>
          <circle cx="7" cy="7" r="4.4" fill="none" stroke="currentColor" strokeOpacity="0.35" strokeWidth="1.6" />
          <path
            d="M7 2.6a4.4 4.4 0 0 1 4.4 4.4"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.8"
            strokeLinecap="round"
          />
        </>
      );
    case 'review':
      return (
        <>
          <circle cx="7" cy="7" r="4.2" fill="none" stroke="currentColor" strokeWidth="1.4" />
          <path d="M7 2.8a4.2 4.2 0 0 0 0 8.4z" fill="currentColor" />
        </>
      );
    case 'failed':
      return <path d="M4 4l6 6M10 4l-6 6" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />;
    case 'stopped':
      return <rect x="3.8" y="3.8" width="6.4" height="6.4" rx="1" fill="currentColor" />;
    case 'interrupted':
      return <path d="M7 3v5M7 10.4v.2" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />;
    case 'skipped':
      return <path d="M3.5 7h7" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />;
    case 'waiting':
      return <circle cx="7" cy="7" r="4" fill="none" stroke="currentColor" strokeWidth="1.2" />;
  }
}

// The operations log: everything that was done to the study, newest first, undone ones struck through.

import { travelTo } from '../../actions/time.ts';
import { ActionButton } from '../../parts/Button.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { SideHead } from '../../parts/SideHead.tsx';
import { visible } from '../../parts/visible-text.ts';
import { moment } from '../../format/numbers.ts';
import { useStore } from '../../store/store.ts';
import '../side.css';
import './operations.css';

const SHOWN = 1_000;

export function OperationsPanel() {
  const operations = useStore((state) => state.study.live?.operations ?? []);
  const shown = operations.slice(-SHOWN).reverse();
  return (
    <>
      <SideHead title="Operations">
        <ActionButton action="operation.undo" icon="undo" kind="small" />
        <ActionButton action="operation.redo" icon="redo" kind="small" />
      </SideHead>
      {shown.length === 0 ? (
        <Empty title="Nothing has been done yet" />
      ) : (
        <ol className="scroll side-list" data-testid="operations">
          {shown.map((operation) => (
            <li key={operation.seq} className={`operation ${operation.undone ? 'undone' : ''}`}>
              <button type="button" onClick={() => void travelTo(operation.seq)} title="Go to that moment">
                <span className="operation-words">{visible(operation.words)}</span>
                <span className="dim">
                  {operation.actor === 'engine' ? 'engine' : visible(operation.actor.replace('user:', ''))} ·{' '}
                  {moment(operation.at)}
                  {operation.undone && ' · undone'}
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

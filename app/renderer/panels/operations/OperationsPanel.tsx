// The operations log: everything that was done to the study, newest first, undone ones struck through. From each line one can
// travel to its moment, or bring the map back to what it was then, with the difference shown first.

import type { Operation } from '#core/study/index.ts';
import { nextRedo, nextUndo } from '#core/study/index.ts';
import { goToOperation, openRestore } from '../../actions/places.ts';
import { ActionButton, Button } from '../../parts/Button.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { LongList } from '../../parts/rows/LongList.tsx';
import { Icon } from '../../parts/Icon.tsx';
import type { IconName } from '../../parts/Icon.tsx';
import { SideHead } from '../../parts/SideHead.tsx';
import { RunningText } from '../../parts/RunningText.tsx';
import { visible } from '../../parts/visible-text.ts';
import { moment } from '../../format/numbers.ts';
import { useStore } from '../../store/store.ts';
import '../side.css';
import './operations.css';

export function OperationsPanel() {
  const live = useStore((state) => state.study.live);
  const readOnly = useStore((state) => state.study.open?.readOnly?.words ?? null);
  const at = useStore((state) => state.view.moment);
  if (live === null) return null;
  const { operations } = live;
  const shown = operations.toReversed();
  const next = { undo: nextUndo(live)?.seq ?? null, redo: nextRedo(live)?.seq ?? null };
  const here = at === null ? null : (operations.findLast((operation) => operation.seq <= at)?.seq ?? null);
  return (
    <>
      <SideHead title="Operations">
        <ActionButton action="operation.undo" icon="undo" kind="small" />
        <ActionButton action="operation.redo" icon="redo" kind="small" />
      </SideHead>
      {shown.length === 0 ? (
        <Empty title="Nothing has been done yet" />
      ) : (
        <LongList
          items={shown}
          keyOf={({ seq }) => `${seq}`}
          estimate={47}
          className="side-list operations"
          testId="operations"
          row={(operation, index) => (
            <div
              className={`operation with-side ${operation.undone ? 'undone' : ''} ${operation.seq === here ? 'here' : ''}`}
              data-testid="operation"
            >
              <button type="button" onClick={() => goToOperation(operation.seq)} title="Go to that moment">
                <span className="operation-line">
                  <Icon name={iconOf(operation)} size={12} />
                  <span className="operation-words">
                    <RunningText text={operation.words} />
                  </span>
                </span>
                <span className="dim">
                  {operation.actor === 'engine' ? 'engine' : visible(operation.actor.replace('user:', ''))} ·{' '}
                  {moment(operation.at)}
                  {operation.undone && ' · undone'}
                  {readOnly === null && operation.seq === next.undo && ' · Undo takes this back'}
                  {readOnly === null && operation.seq === next.redo && ' · Redo brings this again'}
                  {operation.seq === here && ' · you are looking at this'}
                </span>
              </button>
              {index > 0 && (
                <span className="operation-side">
                  <Button
                    kind="small"
                    icon="rollback"
                    name={`Restore the map of after: ${operation.words}`}
                    tip="Bring the map back to what it was here; the difference is shown first"
                    reason={readOnly}
                    onClick={() => void openRestore(operation.seq)}
                    testId="operation-restore"
                  >
                    Restore…
                  </Button>
                </span>
              )}
            </div>
          )}
        />
      )}
    </>
  );
}

const ICONS: Readonly<Record<string, IconName>> = {
  'version.committed': 'spark',
  'branch.moved': 'rollback',
  'branch.created': 'branch',
  'branch.switched': 'branch',
  'branch.renamed': 'branch',
  'branch.deleted': 'branch',
  'map.frozen': 'freeze',
  'map.unfrozen': 'freeze',
  'settings.changed': 'settings',
  'note.added': 'note',
  'note.removed': 'note',
  'query.added': 'plus',
  'query.removed': 'minus',
  'operation.undone': 'undo',
  'operation.redone': 'redo',
  'hand.refused': 'warning',
};

function iconOf(operation: Operation): IconName {
  if (operation.type === 'version.committed' && operation.actor !== 'engine') return 'hand';
  return ICONS[operation.type] ?? 'info';
}

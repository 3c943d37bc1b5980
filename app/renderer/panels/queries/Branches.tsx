// The branches: named heads in the tree of versions. Switching, renaming and deleting never touch a version.

import { memo, useState } from 'react';
import { headVersion } from '#core/study/index.ts';
import type { Branch } from '#core/study/index.ts';
import { send } from '../../actions/commands.ts';
import { openDialog, openSide } from '../../actions/views.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Menu } from '../../parts/Menu.tsx';
import { visible } from '../../parts/visible-text.ts';
import { asVersion } from '../../store/outcome.ts';
import { useStore } from '../../store/store.ts';

const COLOURS = ['var(--cu)', 'var(--dc)', 'var(--ps)', 'var(--rr)', 'var(--cr)'];

/** Nothing in it follows the reader through the past, but the list above it does. */
export const Branches = memo(function Branches() {
  const live = useStore((state) => state.study.live);
  const readOnly = useStore((state) => state.study.open?.readOnly?.words ?? null);
  if (live === null) return null;
  const branches = [...live.branches.values()].filter((branch) => !branch.deleted);
  const head = headVersion(live)?.id ?? '';
  return (
    <section aria-label="Branches" className="branches">
      <div className="head">
        <h2>Branches</h2>
        <span className="grow" />
        <Button
          icon="plus"
          kind="small bare"
          name="Branch from here"
          reason={readOnly}
          onClick={() => openDialog('branch')}
          testId="add-branch"
        />
      </div>
      <ul>
        {branches.map((branch, at) => (
          <li key={branch.name}>
            <Row
              branch={branch}
              current={branch.name === live.currentBranch}
              colour={COLOURS[at % COLOURS.length] ?? ''}
              head={head}
            />
          </li>
        ))}
      </ul>
    </section>
  );
});

interface RowProps {
  readonly branch: Branch;
  readonly current: boolean;
  readonly colour: string;
  readonly head: string;
}

function Row({ branch, current, colour, head }: RowProps) {
  const [renaming, setRenaming] = useState(false);
  const readOnly = useStore((state) => state.study.open?.readOnly?.words ?? null);
  if (renaming) return <Rename name={branch.name} onDone={() => setRenaming(false)} />;
  return (
    <>
      <button
        type="button"
        className={`branch ${current ? 'current' : ''}`}
        aria-current={current}
        data-testid="branch-row"
        title={current ? undefined : 'Switch to this branch'}
        onClick={() => !current && void send({ do: 'branch.switch', name: branch.name })}
      >
        <i style={{ background: colour }} aria-hidden="true" />
        <span className="grow">{visible(branch.name)}</span>
        {branch.frozen !== null && <span style={{ color: 'var(--frost)' }}>frozen</span>}
        <span className="mono soft">{branch.head}</span>
      </button>
      <Menu
        label={`More about ${branch.name}`}
        align="end"
        trigger={
          <button type="button" className="row-more">
            <Icon name="more" size={13} />
          </button>
        }
        entries={[
          {
            id: 'compare',
            label: 'Compare with the current map',
            reason: branch.head === head ? 'It is the current map.' : null,
            run: () => openSide({ kind: 'compare', from: head, to: asVersion(branch.head), rollback: false }),
          },
          { id: 'rename', label: 'Rename…', reason: readOnly, takesFocus: true, run: () => setRenaming(true) },
          {
            id: 'delete',
            label: 'Delete the name',
            separated: true,
            reason: readOnly ?? (current ? 'Switch to another branch first.' : null),
            run: () => void send({ do: 'branch.delete', name: branch.name }),
          },
        ]}
      />
    </>
  );
}

function Rename({ name, onDone }: { readonly name: string; readonly onDone: () => void }) {
  const [to, setTo] = useState(name);
  const save = async () => {
    const wanted = to.trim();
    // A name that is refused stays in the field, to be changed.
    if (wanted === '' || wanted === name || (await send({ do: 'branch.rename', from: name, to: wanted }))) onDone();
  };
  return (
    <input
      // The reader asked to rename: the caret belongs here.
      autoFocus
      className="search-field branch-rename"
      value={to}
      maxLength={100}
      aria-label={`New name of ${name}`}
      onChange={(event) => setTo(event.target.value)}
      onBlur={onDone}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void save();
        if (event.key === 'Escape') onDone();
      }}
    />
  );
}

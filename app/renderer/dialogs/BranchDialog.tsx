// A new branch from the version that is shown.

import { useState } from 'react';
import { send } from '../actions/commands.ts';
import { goToNow } from '../actions/time.ts';
import { closeDialog } from '../actions/views.ts';
import { Button } from '../parts/Button.tsx';
import { shownVersion } from '../store/shown.ts';
import { useStore } from '../store/store.ts';
import { Dialog, Field } from './Dialog.tsx';

export function BranchDialog() {
  const version = useStore(shownVersion);
  const taken = useStore((state) => state.study.live?.branches);
  const [name, setName] = useState('');
  const [reason, setReason] = useState('');
  if (version === null) return null;
  const wanted = name.trim();
  const problem =
    wanted === ''
      ? 'Give it a name.'
      : wanted.length > 100
        ? 'A hundred characters at most.'
        : taken?.get(wanted)?.deleted === false
          ? `There is a branch ${wanted} already.`
          : null;
  const create = async () => {
    if (problem !== null) return;
    if (
      !(await send({
        do: 'branch.create',
        name: wanted,
        versionId: version.id,
        reason: reason.trim() === '' ? null : reason.trim(),
      }))
    )
      return;
    // Making a branch also goes over to it.
    goToNow();
    closeDialog();
  };
  return (
    <Dialog
      title={`Branch from ${version.id}`}
      size="small"
      testId="branch-dialog"
      foot={
        <>
          <span className="grow" />
          <Button onClick={closeDialog}>Cancel</Button>
          <Button kind="primary" icon="branch" reason={problem} onClick={() => void create()} testId="branch-create">
            Branch
          </Button>
        </>
      }
    >
      <p className="soft">
        What runs next goes on from {version.id} under this name. Nothing of the other branches changes.
      </p>
      <Field label="Name">
        <input
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && void create()}
          data-testid="branch-name"
        />
      </Field>
      <Field label="Reason (optional)">
        <input value={reason} maxLength={2_000} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </Dialog>
  );
}

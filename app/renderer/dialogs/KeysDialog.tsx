// The sheet of keys, from the one table of actions.

import { ACTION_IDS, actionOf } from '../keys/actions.ts';
import type { ActionGroup } from '../keys/actions.ts';
import { keyLabel } from '../keys/keymap.ts';
import { Dialog } from './Dialog.tsx';

/** In an order in which three columns come out nearly as tall as one another. */
const GROUPS: readonly ActionGroup[] = ['Run', 'Review', 'Time', 'Map', 'Move', 'Study', 'View'];

export function KeysDialog() {
  return (
    <Dialog title="Keys" size="sheet" testId="keys-dialog">
      <div className="keys-grid" tabIndex={0} role="region" aria-label="All keys">
        {GROUPS.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <ul>
              {ACTION_IDS.filter((id) => actionOf(id).group === group && actionOf(id).keys.length > 0).map((id) => (
                <li key={id}>
                  <span>{actionOf(id).label}</span>
                  <span className="keys-list">
                    {actionOf(id).keys.map((key) => (
                      <kbd key={key}>{keyLabel(key)}</kbd>
                    ))}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

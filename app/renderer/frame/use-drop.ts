// A file dropped on the window: a study is opened, and so is a log of the RLM library; on a place for queries, the lines of a file
// become queries; anything else becomes the context of a new study.

import { useEffect, useState } from 'react';
import { isRlmLog, RLM_LOG_HEAD_BYTES } from '#core/interop/index.ts';
import { notify } from '../actions/notices.ts';
import { openDropped } from '../actions/opening.ts';
import { currentHost } from '../host/current-host.ts';
import { setView, store } from '../store/store.ts';

/** Long enough for any list of questions; a file past it is a context dropped in the wrong place. A number of ours. */
const MAX_QUERIES_BYTES = 50_000_000;

function isForQueries(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-drop="queries"]') !== null;
}

async function take(file: File, forQueries: boolean): Promise<void> {
  const path = currentHost().pathOf(file);
  const isOpened = file.name.endsWith('.peek') || (await isLog(file));
  if (forQueries && !isOpened) await takeQueries(file);
  else if (path === null)
    notify('bad', 'This window has no file system behind it, so a dropped file cannot be opened here.');
  else if (isOpened) await openDropped(path);
  else setView({ dialog: 'new-study', droppedPath: path });
}

async function isLog(file: File): Promise<boolean> {
  if (!file.name.endsWith('.jsonl')) return false;
  try {
    return isRlmLog(await file.slice(0, RLM_LOG_HEAD_BYTES).text());
  } catch {
    // A folder of that name, or a file that is gone: whoever opens it hears why.
    return false;
  }
}

async function takeQueries(file: File): Promise<void> {
  if (file.size > MAX_QUERIES_BYTES) {
    notify(
      'bad',
      `${file.name} is too large for a list of queries. Drop it elsewhere on the window to use it as a context.`,
    );
    return;
  }
  const text = await file.text();
  const { dialog } = store.getState().view;
  setView({ droppedQueries: text, dialog: dialog === 'new-study' ? dialog : 'queries' });
}

/** True while files are held over the window. */
export function useDrop(): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    let depth = 0;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth += 1;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth -= 1;
      if (depth <= 0) setOver(false);
    };
    const hold = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) void take(file, isForQueries(event.target));
    };
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('dragover', hold);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('dragover', hold);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return over;
}

// A command on an open study over the bridge, past the buttons: what the store answers can be looked at.
import type { StudyWindow } from './study-window.ts';

interface Answer {
  readonly ok: boolean;
  readonly error?: { readonly kind: string; readonly words: string };
}

/** Notes something on the study over the bridge, as any button would do something. */
export async function noteOn(peek: StudyWindow, text: string): Promise<Answer> {
  return peek.page.evaluate(async (words) => {
    interface Host {
      request(name: string, input: unknown): Promise<{ ok: boolean; value?: { handle: string } }>;
    }
    const holder = window as unknown as { peek: Host; openedHandle?: string };
    if (holder.openedHandle === undefined) {
      // The study is open in this window already: asking for it again gives the same one.
      const opened = await holder.peek.request('study.openDialog', {});
      holder.openedHandle = opened.value?.handle ?? '';
    }
    const note = { do: 'note.add', target: { kind: 'study', id: 'study' }, text: words };
    return holder.peek.request('study.command', { handle: holder.openedHandle, command: note });
  }, text);
}

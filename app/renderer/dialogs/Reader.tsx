// A long text, whole, whatever is in it: read in pieces as they come into view, every line wrapped by us, nothing rendered.

import type { StoredText } from '#core/study/index.ts';
import { charsOf } from '#core/study/index.ts';
import { closeReader } from '../actions/reading.ts';
import { whole } from '../format/numbers.ts';
import { PieceView } from '../parts/PieceView.tsx';
import { Dialog } from './Dialog.tsx';

export function Reader({ title, text }: { readonly title: string; readonly text: StoredText }) {
  return (
    <Dialog
      title={title}
      size="large"
      onClose={closeReader}
      testId="reader"
      foot={
        <span className="dim">
          {whole(charsOf(text))} characters. Colour codes are left out; invisible characters are written out.
        </span>
      }
    >
      <PieceView text={text} label={title} />
    </Dialog>
  );
}

// A long text, whole, whatever is in it: read in pieces as they come into view, every line wrapped by us, nothing rendered.
// As text, as it was written to the last sign, or laid out where it is JSON; with a find of its own, since the browser's
// cannot see what is not on screen.

import { useRef, useState } from 'react';
import type { StoredText } from '#core/study/index.ts';
import { charsOf, headOf } from '#core/study/index.ts';
import { closeReader } from '../actions/reading.ts';
import { copyText } from '../actions/views.ts';
import { whole } from '../format/numbers.ts';
import { Button } from '../parts/Button.tsx';
import { indentedJson } from '../parts/indented-json.ts';
import type { IndentedJson } from '../parts/indented-json.ts';
import { PieceView } from '../parts/PieceView.tsx';
import { FOUND_LIMIT, useFound } from '../parts/use-found.ts';
import { readText } from '../parts/use-text.ts';
import { store } from '../store/store.ts';
import { Dialog } from './Dialog.tsx';
import './reader.css';

type Mode = 'text' | 'raw' | 'json';

/** Longer JSON is read as text, and longer texts are not copied whole. Numbers of ours. */
const JSON_LIMIT = 4_000_000;
const COPY_LIMIT = 8_000_000;

const WORDS: Readonly<Record<Mode, string>> = {
  text: 'Colour codes are left out; invisible characters are written out.',
  raw: 'To the last sign: colour codes and invisible characters are written out.',
  json: 'Laid out; every sign of the text but its spaces is there.',
};

export function Reader({ title, text }: { readonly title: string; readonly text: StoredText }) {
  const [mode, setMode] = useState<Mode>('text');
  const [json, setJson] = useState<IndentedJson | 'none' | null>(null);
  const shown = mode === 'json' && json !== null && json !== 'none' ? json.text : text;
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const found = useFound(shown, words);
  const count = found?.places.length ?? 0;
  const chars = charsOf(text);
  const mayBeJson = /^\s*[[{]/.test(headOf(text)) && chars <= JSON_LIMIT;
  const layOut = async () => {
    const whole_ = await wholeText(text, JSON_LIMIT);
    setJson(whole_ === null ? 'none' : (indentedJson(whole_) ?? 'none'));
    setMode('json');
  };
  const go = (by: 1 | -1) => count > 0 && setAt((at + by + count) % count);
  return (
    <Dialog
      title={title}
      size="large"
      onClose={closeReader}
      testId="reader"
      foot={
        <span className="dim grow" role="status">
          {whole(chars)} characters.{' '}
          {mode === 'json' && json === 'none' ? 'This is not JSON, so it is shown as text.' : WORDS[mode]}
          {mode === 'json' && json !== null && json !== 'none' && json.depth > 40
            ? ` ${whole(json.depth)} levels deep; beyond 40 they are indented no further.`
            : ''}
        </span>
      }
    >
      <div
        className="reader-bar"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.target !== field.current) return;
          event.preventDefault();
          go(event.shiftKey ? -1 : 1);
        }}
      >
        <input
          ref={field}
          type="search"
          className="search-field"
          value={words}
          placeholder="Find in this text…"
          aria-label="Find in this text"
          data-testid="reader-find"
          onChange={(event) => {
            setWords(event.target.value);
            setAt(0);
          }}
        />
        <span className="mono dim reader-count" role="status" data-testid="reader-count">
          {countWords(words, found, at)}
        </span>
        <Button kind="small bare" icon="chevronUp" name="Previous place" onClick={() => go(-1)} />
        <Button kind="small bare" icon="chevronDown" name="Next place" onClick={() => go(1)} />
        <span className="grow" />
        <span className="segments" role="group" aria-label="How the text is shown">
          <Button kind="small" pressed={mode === 'text'} onClick={() => setMode('text')}>
            Text
          </Button>
          <Button kind="small" pressed={mode === 'raw'} onClick={() => setMode('raw')} testId="reader-raw">
            Raw
          </Button>
          {mayBeJson && (
            <Button kind="small" pressed={mode === 'json'} onClick={() => void layOut()} testId="reader-json">
              JSON
            </Button>
          )}
        </span>
        <Button
          kind="small"
          icon="copy"
          reason={chars > COPY_LIMIT ? 'It is too long for the clipboard.' : null}
          onClick={() => void copyWhole(text, title)}
        >
          Copy
        </Button>
      </div>
      <PieceView
        key={mode}
        text={shown}
        label={title}
        raw={mode === 'raw'}
        found={found === null ? null : { places: found.places, chars: found.words.length, at }}
      />
    </Dialog>
  );
}

async function copyWhole(text: StoredText, title: string): Promise<void> {
  const read = await wholeText(text, COPY_LIMIT);
  if (read !== null) await copyText(read, title);
}

async function wholeText(text: StoredText, limit: number): Promise<string | null> {
  if (typeof text === 'string') return text;
  const handle = store.getState().study.open?.handle ?? '';
  const read = await readText(handle, text, 0, Math.min(text.chars, limit));
  return read.kind === 'data' ? read.value : null;
}

function countWords(words: string, found: ReturnType<typeof useFound>, at: number): string {
  if (words === '') return '';
  if (found === null) return 'Looking…';
  if (found.error !== null) return found.error;
  if (found.places.length === 0) return 'nowhere';
  const most = found.places.length >= FOUND_LIMIT ? 'at least ' : '';
  return `${whole(Math.min(at, found.places.length - 1) + 1)} of ${most}${whole(found.places.length)}`;
}

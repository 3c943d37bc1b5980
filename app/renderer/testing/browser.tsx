// The entry in a plain browser, for work on the look and component tests: a recorded sample study behind an in-memory host.
// ?study=review chooses the sample, ?closed shows the start screen, ?read-only the banner.

import '../without-eval.ts';
import { createMemoryHost } from '../host/memory-host.ts';
import { start } from '../start.tsx';
import { SAMPLE_NAMES, sampleStudy } from './sample-study.ts';
import { countTokens } from './study-recorder.ts';
import { setView } from '../store/store.ts';

const asked = new URLSearchParams(location.search);
const name = SAMPLE_NAMES.find((each) => each === asked.get('study')) ?? 'normal';
const theme = (['light', 'dark', 'contrast'] as const).find((each) => each === asked.get('theme'));

const host = createMemoryHost({
  recording: sampleStudy(name),
  count: countTokens,
  closed: asked.has('closed'),
  readOnly: asked.has('read-only') ? { words: 'another window has it open' } : null,
});

Object.assign(window, { memoryHost: host });
start(host);
if (theme !== undefined)
  setTimeout(() => setView({ preferences: { theme, author: '', layout: {}, zoomPercent: 100 } }), 60);

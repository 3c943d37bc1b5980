// A second process for tests: opens the study named on the command line, says how, and keeps it until its input ends.

import { existsSync } from 'node:fs';
import { createStudyFile, openStudyFile } from '../index.ts';

const path = process.argv[2] ?? '';
const opened = existsSync(path) ? openStudyFile(path) : createStudyFile(path);
const told = opened.ok
  ? { readOnlyWords: opened.value.readOnlyWords, events: opened.value.read(0).length }
  : opened.error;
console.log(JSON.stringify(told));
process.stdin.resume();
process.stdin.on('end', () => {
  if (opened.ok) opened.value.close();
});

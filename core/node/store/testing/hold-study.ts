// A second process for tests: opens the study named on the command line, says how, and keeps it until its input ends.

import { openStudyFile } from '../index.ts';

const opened = openStudyFile(process.argv[2] ?? '');
console.log(JSON.stringify(opened.ok ? { readOnlyWords: opened.value.readOnlyWords } : opened.error));
process.stdin.resume();
process.stdin.on('end', () => {
  if (opened.ok) opened.value.close();
});

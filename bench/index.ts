// `npm run bench [-- NAME…] [-- --json FILE] [-- --minutes N]`: runs the benches whose names contain one of the words, prints their figures
// against what was promised, and writes them as JSON where asked. Figures are measured, never asserted by tests.

import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { agentInSandbox } from './agent/agent.ts';
import { exports } from './exports.ts';
import type { Bench, Figure } from './figure.ts';
import { longStudy } from './long-study.ts';
import { modelCalls } from './models.ts';
import { opening } from './opening.ts';
import { policyStep } from './policy-step.ts';
import { rlmLog } from './rlm-log.ts';
import { storeAppend, storeGrowth, storeSearch } from './store.ts';
import { studyScale, whatIfScale } from './study-scale.ts';
import { tokens } from './tokens.ts';
import { windowBenches } from './window.ts';

/** Each bench is one module; list a new one here. */
const BENCHES: readonly Bench[] = [
  policyStep,
  whatIfScale,
  studyScale,
  storeAppend,
  storeSearch,
  storeGrowth,
  longStudy,
  opening,
  exports,
  rlmLog,
  tokens,
  modelCalls,
  agentInSandbox,
  ...windowBenches,
];

const words = process.argv.slice(2);
const jsonAt = words.indexOf('--json');
const jsonFile = jsonAt === -1 ? null : (words[jsonAt + 1] ?? null);
const filters = words.filter((word, at) => !word.startsWith('--') && !words[at - 1]?.startsWith('--'));
if (jsonAt !== -1 && jsonFile === null) {
  console.error('--json needs the name of a file.');
  process.exit(2);
}

const chosen = BENCHES.filter(({ name }) => filters.length === 0 || filters.some((filter) => name.includes(filter)));
if (chosen.length === 0) {
  console.error(`No bench matches. There are: ${BENCHES.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

const machine = {
  node: process.version,
  cores: cpus().length,
  cpu: cpus()[0]?.model ?? 'unknown',
  load: loadavg()[0] ?? 0,
};
console.log(`Node ${machine.node}, ${machine.cores} cores (${machine.cpu}), load ${machine.load.toFixed(1)}`);
if (machine.load > machine.cores / 2)
  console.log('Other work shares this machine: the figures are worse than they would be alone.');

const report: { bench: string; figures: readonly Figure[] }[] = [];
let broken = 0;
for (const { name, run } of chosen) {
  const figures = await run();
  report.push({ bench: name, figures });
  console.log(name);
  for (const figure of figures) {
    const isOver = figure.limit !== null && figure.value > figure.limit;
    if (isOver) broken += 1;
    const limit = figure.limit === null ? '' : `  (at most ${figure.limit}${isOver ? ': OVER' : ''})`;
    console.log(`  ${figure.name.padEnd(52)} ${String(figure.value).padStart(12)} ${figure.unit}${limit}`);
  }
}
if (broken > 0) console.log(`${broken} figure${broken === 1 ? ' is' : 's are'} over the promised limit.`);

if (jsonFile !== null) {
  writeFileSync(jsonFile, `${JSON.stringify({ machine, benches: report }, null, 2)}\n`);
}

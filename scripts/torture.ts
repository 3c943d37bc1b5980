// npm run torture -- --trials N [--jobs N]: kills a process that works on a study at a random moment, N times, and looks at what it left.
// The last lines say how many events were lost and how many studies were broken.

import { parseArgs } from 'node:util';
import { torture } from '../core/node/store/testing/torture/trials.ts';

const { values } = parseArgs({
  options: { trials: { type: 'string', default: '1000' }, jobs: { type: 'string', default: '2' } },
});
const trials = Number(values.trials);
const jobs = Number(values.jobs);
if (!Number.isSafeInteger(trials) || trials < 1 || !Number.isSafeInteger(jobs) || jobs < 1) {
  console.error('usage: npm run torture -- --trials N [--jobs N]');
  process.exit(2);
}
const started = performance.now();
const report = await torture({
  trials,
  jobs,
  onTrial: (done, { lostEvents, brokenStudies }) => {
    if (done % 50 === 0) console.log(`${done} of ${trials}: ${lostEvents} lost, ${brokenStudies} broken`);
  },
});
for (const line of report.words) console.log(line);
console.log(`acknowledged events: ${report.acknowledged}`);
console.log(`seconds: ${((performance.now() - started) / 1_000).toFixed(0)}`);
console.log(`trials: ${report.trials}`);
console.log(`lost events: ${report.lostEvents}`);
console.log(`broken studies: ${report.brokenStudies}`);
process.exit(report.lostEvents + report.brokenStudies === 0 ? 0 : 1);

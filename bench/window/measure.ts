// Run by bench/window.ts in a process of its own, under a display: measures one part and prints its figures as JSON.

import { largeContextFigures } from './large-context.ts';
import { liveFigures } from './live.ts';
import { longRunFigures } from './long-run.ts';
import { rowFigures } from './rows.ts';
import { startFigures } from './start.ts';
import { stepFigures } from './steps.ts';

const [part, minutes] = process.argv.slice(2);
const figures = await measure();
process.stdout.write(`\n${JSON.stringify(figures)}\n`);

function measure() {
  switch (part) {
    case 'start':
      return startFigures();
    case 'rows':
      return rowFigures();
    case 'steps':
      return stepFigures();
    case 'live':
      return liveFigures(Number(minutes));
    case 'large-context':
      return largeContextFigures();
    case 'long-run':
      return longRunFigures();
    default:
      throw new Error(`there is no part ${part ?? ''}`);
  }
}

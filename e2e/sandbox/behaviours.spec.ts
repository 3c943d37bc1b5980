// The behaviours that native Python shows in the unit tests, in the sandbox.

import { expect, test } from '@playwright/test';
import { REPL_BEHAVIOURS, differences } from '#core/agents/repl/testing/index.ts';
import { type LaunchedSandbox, launchSandbox } from './launch-sandbox.ts';

let sandbox: LaunchedSandbox;

test.beforeAll(async () => {
  sandbox = await launchSandbox();
});

test.afterAll(() => sandbox.close());

for (const { group, behaviours } of REPL_BEHAVIOURS) {
  for (const behaviour of behaviours) {
    test(`sandbox, ${group}: ${behaviour.name}`, async () => {
      const { name: _, steps, ...options } = behaviour;
      const job = await sandbox.open(options);
      for (const step of steps) {
        if ('variable' in step) expect(await sandbox.variable(job, step.variable)).toEqual(step.is);
        else expect(differences(step, await sandbox.run(job, step.code))).toEqual([]);
      }
      await sandbox.closeJob(job);
    });
  }
}

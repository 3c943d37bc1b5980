import { expect, test } from '@playwright/test';
import { launchPeek } from './launch-peek.ts';

test('the window opens and shows its name', async () => {
  const peek = await launchPeek();
  await expect(peek.page.getByRole('heading', { name: 'Peek' })).toBeVisible();
  await peek.close();
});

import { expect, test } from '@playwright/test';
import { launchPeek } from './launch-peek.ts';

test('the window opens and shows its name, and its first button opens the demo study', async () => {
  const peek = await launchPeek();
  await expect(peek.page.getByRole('heading', { name: 'Peek' })).toBeVisible();
  await peek.page.getByRole('button', { name: /^Demo study/ }).click();
  await expect(peek.page.getByTestId('queries-progress')).toHaveText('10 / 12');
  await peek.close();
});

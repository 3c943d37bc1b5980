// What axe and a few rules of ours say of the window as it stands, in every theme.
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import { expect, type Page } from '@playwright/test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const THEMES = ['dark', 'light', 'contrast'] as const;

/** Set it to keep a picture of every state in every theme there. */
const pictures = process.env['PEEK_PICTURES'];

/** What axe finds wrong in this state: every rule in dark, what a theme can change in the others. Empty is good. */
export async function violations(page: Page, name: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const theme of THEMES) {
    await page.emulateMedia({
      colorScheme: theme === 'light' ? 'light' : 'dark',
      contrast: theme === 'contrast' ? 'more' : 'no-preference',
      reducedMotion: 'reduce',
    });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    if (pictures !== undefined) {
      mkdirSync(pictures, { recursive: true });
      await page.screenshot({ path: join(pictures, `${name.replace(/\W+/g, '-')}.${theme}.png`) });
    }
    const broken = await runAxe(page, theme === 'dark' ? {} : { runOnly: ['color-contrast', 'link-in-text-block'] });
    found.push(
      ...broken.flatMap(({ id, nodes }) =>
        nodes
          .slice(0, 4)
          .map(
            ({ target, failureSummary }) =>
              `${theme}: ${id}: ${String(target)}: ${(failureSummary ?? '').replace(/\s+/g, ' ')}`,
          ),
      ),
    );
  }
  return found;
}

/** Put into the page once: its source is long, and a state is looked at in every theme. */
async function runAxe(page: Page, options: RunOptions): Promise<AxeResults['violations']> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const results = await page.evaluate(
    (given) => (globalThis as unknown as { axe: typeof axe }).axe.run(document, given),
    // What passes is not listed node by node, which is most of the work.
    { ...options, resultTypes: ['violations'] } satisfies RunOptions,
  );
  return results.violations;
}

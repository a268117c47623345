import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './site.ts';
import { brokenWords } from './broken-words.ts';

/** A desktop, a tablet and a telephone. */
const WIDTHS = [1280, 768, 360];

const eventually = expect.configure({ soft: true, timeout: 5_000 });

/** Whether what is open has come: it is not loading, and asks for nothing more. */
const settle = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // A browser does not always report a page as idle when it has a frame in which no scripts run.
  if ((await page.locator('iframe[sandbox]').count()) === 0) await page.waitForLoadState('networkidle');
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
};

/**
 * Checks what is open on each width: no word is broken and nothing scrolls sideways, and axe finds nothing in it on the widest and the
 * narrowest one. `path` names it in what is found. `within` limits axe, on the widest one, to what lies over a page that has been
 * checked.
 */
export const check = async (page: Page, path: string, within?: 'dialog[open]' | '[role="menu"]'): Promise<void> => {
  await settle(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await brokenWords(page), `broken words of ${path} at ${width} px`).toEqual([]);
    // Below zero while a dialog keeps the page behind it from scrolling: the place of its scroll bar is kept. A chart takes its new width
    // a frame after the window.
    const overflow = () =>
      page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));
    await eventually.poll(overflow, `${path} at ${width} px scrolls sideways by`).toBe(0);
    if (width === 768 || (within !== undefined && width === 360)) continue;
    // Text that is still fading in has too little contrast, so animations finish first.
    await page.evaluate(async () => {
      const ending = document
        .getAnimations()
        // Animations that follow the scroll position never finish.
        .filter(
          (animation) =>
            animation.timeline instanceof DocumentTimeline &&
            animation.effect?.getComputedTiming().endTime !== Infinity,
        );
      await Promise.allSettled(ending.map((animation) => animation.finished));
    });
    // In the frame of an email nothing runs, axe as little as anything else. Without frames to look into, axe needs no blank page
    // of its own to put its findings together on ("legacy mode"), which would be opened and closed each time.
    const axe = new AxeBuilder({ page })
      .options({ resultTypes: ['violations'] })
      .exclude('iframe[sandbox]')
      .setLegacyMode(true);
    const { violations } = await (within === undefined ? axe : axe.include(within)).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    expect.soft(found, `${path} at ${width} px`).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
};

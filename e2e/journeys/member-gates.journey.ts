import { fillLogin, MEMBER_PAGES, paidMember, unpaidMember } from './member.ts';
import { expect, logIn, test } from './site.ts';

test.describe('member pages', () => {
  for (const [path, reason] of MEMBER_PAGES)
    test(`${path} sends a visitor to the login with its own reason, and back after it`, async ({ page, site }) => {
      const member = await unpaidMember(site);
      await page.goto(site.siteUrl + path);
      await page.waitForURL(`${site.siteUrl}/login?next=${encodeURIComponent(path)}`);
      const toast = page.getByTestId('toast');
      await expect(toast).toContainText('Please log in');
      await expect(toast).toContainText(reason);
      await fillLogin(page, member);
      await page.waitForURL(site.siteUrl + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });
});

test('a member at an unknown address keeps the 404 page as it came', async ({ page, site }) => {
  await logIn(page, site, await unpaidMember(site));
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => document.querySelector('h1')?.setAttribute('data-came', '')),
  );
  await page.goto(`${site.siteUrl}/no-such-page`);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect(page.locator('h1[data-came]')).toHaveText('404 Page Not Found');
  await expect(page.locator('title')).toHaveCount(1);
});

test.describe('nothing moves while it loads', () => {
  /** Answers come late enough for the eye, one after another. */
  const SLOWLY_MS = [300, 500, 700, 900];

  for (const width of [1280, 360])
    test(`at ${width} px`, async ({ page, site }) => {
      test.setTimeout(MEMBER_PAGES.length * 15_000);
      await page.setViewportSize({ width, height: 800 });
      const member = await paidMember(page, site);
      await logIn(page, site, member);
      await expect(page.getByText('Active Member')).toBeVisible();
      await page.addInitScript(() => {
        const seen = window as unknown as { shifts: { value: number; of: string[] }[] };
        seen.shifts = [];
        interface Shift extends PerformanceEntry {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Element | null }[];
        }
        new PerformanceObserver((list) => {
          for (const shift of list.getEntries() as Shift[])
            if (!shift.hadRecentInput)
              seen.shifts.push({
                value: shift.value,
                of: shift.sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? ''),
              });
        }).observe({ type: 'layout-shift', buffered: true });
      });
      let asked = 0;
      await page.route('**/api/**', async (route) => {
        const late = SLOWLY_MS[asked % SLOWLY_MS.length];
        asked += 1;
        await new Promise((resolve) => setTimeout(resolve, late));
        await route.continue();
      });
      for (const [path] of MEMBER_PAGES) {
        await page.goto(site.siteUrl + path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.waitForLoadState('networkidle');
        await expect(page.locator('main [role=status][aria-label^=Loading]')).toHaveCount(0);
        const shifts = await page.evaluate(
          () => (window as unknown as { shifts: { value: number; of: string[] }[] }).shifts,
        );
        const sum = shifts.reduce((total, { value }) => total + value, 0);
        expect.soft(sum, `${path} moved: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(0.05);
      }
    });
});

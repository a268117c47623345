import { fillLogin, MEMBER_PAGES, paidMember, unpaidMember } from './member.ts';
import { expect, logIn, test, toast } from './site.ts';

test('every member page sends a visitor to the login with its own reason, and back after it', async ({
  page,
  site,
}) => {
  for (const [path, reason] of MEMBER_PAGES) {
    await page.goto(site.siteUrl + path);
    await page.waitForURL(`${site.siteUrl}/login?next=${encodeURIComponent(path)}`);
    await expect(toast(page)).toContainText('Please log in');
    await expect(toast(page)).toContainText(reason);
  }
  await fillLogin(page, await unpaidMember(site));
  await page.waitForURL(site.siteUrl + MEMBER_PAGES.at(-1)![0]);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
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

/** Answers come late enough for the eye, one after another. */
const SLOWLY_MS = [100, 200, 300, 400];

test('nothing moves while it loads', async ({ page, site }) => {
  await logIn(page, site, await paidMember(site));
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
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [path] of MEMBER_PAGES) {
      await page.goto(site.siteUrl + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expect(page.locator('main [role=status][aria-label^=Loading]')).toHaveCount(0);
      const shifts = await page.evaluate(
        () => (window as unknown as { shifts: { value: number; of: string[] }[] }).shifts,
      );
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      expect.soft(sum, `${path} at ${width} px moved: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(0.05);
    }
  }
});

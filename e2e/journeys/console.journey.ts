import { check } from './check.ts';
import { expect, openInConsole, signInAsAdmin, test } from './site.ts';

test.describe('the navigation of the console', () => {
  test.beforeEach(({ page, site }) => signInAsAdmin(page, site));

  test('stays while pages change, marks where one is, and leads back', async ({ page }) => {
    const navigation = page.getByRole('navigation', { name: 'Console' });
    await expect(navigation.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
    await navigation.evaluate((element) => element.setAttribute('data-seen', ''));
    await openInConsole(page, 'Tournaments', 'Events');
    await expect(page.getByRole('heading', { name: 'Events', level: 1 })).toBeVisible();
    await expect(navigation.getByRole('link', { name: 'Events' })).toHaveAttribute('aria-current', 'page');
    await expect(navigation.getByRole('link', { name: 'Home' })).not.toHaveAttribute('aria-current', 'page');
    // The same element: it was not built again.
    await expect(navigation).toHaveAttribute('data-seen', '');
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Tournaments' }).click();
    await expect(page.getByRole('tab', { name: 'Tournaments' })).toHaveAttribute('aria-selected', 'true');
    await expect(navigation.getByRole('link', { name: 'Entries' })).toHaveAttribute('aria-current', 'page');
  });

  test('shrinks to icons, shows its names to the pointer and the keyboard, and stays so', async ({ page }) => {
    const navigation = page.getByRole('navigation', { name: 'Console' });
    const width = async (): Promise<number> => (await navigation.boundingBox())!.width;
    const toggle = page.getByRole('button', { name: 'Icons only' });
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('main').hover();
    await expect.poll(width).toBeLessThan(60);
    await page.reload();
    await page.getByRole('main').hover();
    await expect.poll(width).toBeLessThan(60);
    await navigation.getByRole('link', { name: 'Email' }).hover();
    await expect.poll(width).toBeGreaterThan(180);
    await page.getByRole('main').hover();
    await page.keyboard.press('Tab'); // the link to the content
    await page.keyboard.press('Tab');
    await expect(navigation.getByRole('link', { name: 'Home' })).toBeFocused();
    await expect.poll(width).toBeGreaterThan(180);
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  });

  test('is a drawer on a phone, which closes where it leads', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const navigation = page.getByRole('navigation', { name: 'Console' });
    await expect(navigation).toBeHidden();
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await check(page, '/admin, its menu');
    await page.getByRole('dialog').getByRole('link', { name: 'Queues' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Queues', level: 1 })).toBeVisible();
  });
});

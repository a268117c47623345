import { expect, test } from './site.ts';

test('a developer reads the description of the API, on a wide and on a narrow screen', async ({ page, site }) => {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(site.siteUrl) && !request.url().startsWith('data:')) elsewhere.push(request.url());
  });
  const policyOf = async (path: string): Promise<string | undefined> =>
    (await page.request.get(site.siteUrl + path)).headers()['content-security-policy'];
  expect(await policyOf('/api/docs')).toBe(await policyOf('/'));

  await page.goto(`${site.siteUrl}/api/docs#/Member%20area/requestOfficeHours`);
  const route = page.locator('#operations-Member_area-requestOfficeHours');
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole('heading', { name: 'Lectern API' })).toBeVisible();
    await expect(route.getByText('Requests a slot of office hours.')).toBeVisible();
    await expect(route.getByText('For signed-in members.', { exact: false })).toBeVisible();
    await expect(route.getByText('slot_taken').first()).toBeVisible();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `the page at ${width} px scrolls sideways by`).toBe(0);
  }
  expect(elsewhere).toEqual([]);
});

test('a program downloads the description of the API again only after a change', async ({ page, site }) => {
  const url = `${site.siteUrl}/api/openapi.json`;
  const first = await page.request.get(url);
  expect(first.headers()).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'application/json; charset=utf-8',
  });
  expect(await first.json()).toMatchObject({ openapi: '3.1.1' });
  const again = await page.request.get(url, { headers: { 'if-none-match': first.headers()['etag']! } });
  expect(again.status()).toBe(304);
});

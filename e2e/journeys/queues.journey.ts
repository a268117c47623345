import type { Page } from '@playwright/test';
import { Queue } from 'bullmq';
import { check } from './check.ts';
import { expect, signInAsAdmin, test } from './site.ts';

const QUEUE = 'content-jobs';
const BOARD = '/admin/queues/board';

const listed = (page: Page) => page.getByRole('link', { name: /^messaging-mail/ }).first();

test('an administrator sees the queues on the board, which closes with the session', async ({ page, site }) => {
  await signInAsAdmin(page, site);
  await page.getByRole('link', { name: 'Queues', exact: true }).click();
  await expect(page.getByRole('link', { name: QUEUE, exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Open the job board' }).click();
  await page.waitForURL(`${site.siteUrl}${BOARD}`);
  await expect(listed(page)).toBeVisible();
  const policies = await Promise.all(
    [BOARD, '/'].map(
      async (path) => (await page.request.get(site.siteUrl + path)).headers()['content-security-policy'],
    ),
  );
  expect(policies[0]).toBe(policies[1]);

  // The board is open while its administrator signs out elsewhere.
  await page.goto(`${site.siteUrl}/admin/queues`);
  const board = await page.context().newPage();
  await board.goto(`${site.siteUrl}${BOARD}`);
  await expect(listed(board)).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await board.waitForURL(`${site.siteUrl}/admin/login`);
  await board.close();
});

test('an administrator retries a failed job', async ({ page, site }) => {
  test.skip(site.redisUrl === '', 'Redis is out of reach, and no job fails permanently within a short time');
  const queue = new Queue(QUEUE, {
    connection: { url: site.redisUrl },
    prefix: 'lectern:queue',
    skipVersionCheck: true,
  });
  // No handler exists for it, so it fails permanently at the first attempt.
  const job = await queue.add(
    'publish-ada@example.com',
    { correlationId: 'made-manually', data: { to: 'ada@example.com' } },
    { attempts: 1 },
  );
  const hasFailed = (): Promise<boolean> => job.isFailed();
  try {
    await expect.poll(hasFailed).toBe(true);
    await signInAsAdmin(page, site);
    await page.getByRole('link', { name: 'Queues', exact: true }).click();
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: QUEUE, exact: true }) });
    await expect(row.getByRole('button', { name: `Retry the failed jobs of ${QUEUE}` })).toBeVisible();
    await check(page, '/admin/queues');
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.goto(`${site.siteUrl}${BOARD}/queue/${QUEUE}/${job.id}`);
    await page
      .getByRole('button', { name: 'Error' })
      .or(page.getByRole('tab', { name: 'Error' }))
      .first()
      .click();
    await expect(page.getByText('No handler for job •••').first()).toBeVisible();
    await expect(page.getByText('ada@example.com')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /retry|remove|clean|promote/i })).toHaveCount(0);

    await page.goto(`${site.siteUrl}/admin/queues`);
    await row.getByRole('button', { name: `Retry the failed jobs of ${QUEUE}` }).click();
    await expect(page.getByTestId('toast').last()).toContainText('tried again');
    await expect.poll(async () => (await queue.getJob(job.id!))?.attemptsMade).toBeGreaterThan(1);
    await page.goto(`${site.siteUrl}/admin/activity`);
    await expect(page.getByRole('row').filter({ hasText: 'Retry queue' }).first()).toContainText(QUEUE);
  } finally {
    await (await queue.getJob(job.id!))?.remove();
    await queue.close();
  }
});

test('the board shows nothing to a visitor who is not signed in', async ({ page, site }) => {
  await page.goto(`${site.siteUrl}${BOARD}/queue/${QUEUE}`);
  await page.waitForURL(`${site.siteUrl}/admin/login`);
});

import { Queue } from 'bullmq';
import { check } from './check.ts';
import { expect, openInConsole, signInAsAdmin, test, toast } from './site.ts';

const QUEUE = 'content-jobs';
test('an administrator reads a failed job and retries it', async ({ page, site }) => {
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
    await openInConsole(page, 'System', 'Queues');
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: QUEUE, exact: true }) });
    await expect(row.getByRole('button', { name: `Retry the failed jobs of ${QUEUE}` })).toBeVisible();

    await row.getByRole('link', { name: QUEUE, exact: true }).click();
    await expect(page.getByRole('cell', { name: 'No handler for job •••' }).first()).toBeVisible();
    await page
      .getByRole('row')
      .filter({ hasText: 'No handler for job •••' })
      .first()
      .getByRole('button', { name: /^Actions for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Show error and data' }).click();
    await expect(page.getByText('"correlationId": "made-manually"')).toBeVisible();
    await expect(page.getByText('ada@example.com')).toHaveCount(0);
    await check(page, '/admin/queues, a failed job');
    await page.keyboard.press('Escape');

    await row.getByRole('button', { name: `Retry the failed jobs of ${QUEUE}` }).click();
    await expect(toast(page)).toContainText('tried again');
    await expect.poll(async () => (await queue.getJob(job.id!))?.attemptsMade).toBeGreaterThan(1);
    await page.goto(`${site.siteUrl}/admin/activity`);
    await expect(page.getByRole('row').filter({ hasText: 'Retry queue' }).first()).toContainText(QUEUE);
  } finally {
    await (await queue.getJob(job.id!))?.remove();
    await queue.close();
  }
});

import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { CampaignDetails, EmailCampaign } from '@lectern/contracts/messaging/campaign-model';
import type { RunFile } from '@lectern/tools/local/run-file';
import { callApi } from '../src/testing/person.ts';
import { check } from './check.ts';
import { adminTokenOf, bounce, countOf, expect, emailsTo, signInAsAdmin, test, toast, randomWord } from './site.ts';

/** The user agent of a person's own browser. */
const READERS_PROGRAM =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';

/** So many new readers of the newsletter. */
const subscribe = async (site: RunFile, count: number): Promise<string[]> => {
  const emails = Array.from({ length: count }, () => `reader+${randomUUID().slice(0, 8)}@example.com`);
  for (const email of emails)
    expect((await callApi(site, 'POST', '/api/newsletter', { body: { email } })).status).toBeLessThan(300);
  return emails;
};

const openTab = async (page: Page, site: RunFile): Promise<void> => {
  await page.goto(`${site.siteUrl}/admin`);
  await page.getByRole('tab', { name: 'Messaging' }).click();
  await expect(page.getByRole('heading', { name: 'New campaign' })).toBeVisible();
};

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

const find = async (page: Page, word: string): Promise<void> => {
  await page.getByRole('searchbox', { name: 'Search' }).fill(word);
  await expect(page).toHaveURL(new RegExp(`q=${word}`));
};

/** A draft to the newsletter, made as the form makes it, and its page. */
const openDraft = async (page: Page, site: RunFile, word: string): Promise<string> => {
  const body = {
    name: `Email ${word}`,
    subject: `Subject ${word}`,
    content: 'Dear {{firstName|reader}}, come and argue.',
    targetAudience: 'newsletter',
  };
  const made = await callApi<EmailCampaign>(site, 'POST', '/api/admin/email-campaigns', {
    token: await adminTokenOf(site),
    body,
  });
  expect(made.status).toBe(201);
  await page.goto(`${site.siteUrl}/admin/campaign?id=${made.body.id}`);
  await expect(page.getByText('All changes are saved.')).toBeVisible();
  return made.body.id;
};

test('a campaign is drafted, previewed, tested, changed by two people at the same time and sent, to each address once', async ({
  page,
  site,
}) => {
  test.setTimeout(180_000);
  const word = randomWord();
  const name = `Email ${word}`;
  const subject = `Debates ${word}`;
  const [gone, ...readers] = await subscribe(site, 4);
  await signInAsAdmin(page, site);
  await openTab(page, site);
  const drafts = async (): Promise<number> =>
    Number(/(\d+) drafts?/.exec(await page.getByText(/\d+ drafts?$/).innerText())?.[1]);
  const before = await drafts();

  await test.step('what is missing is named at its field, in the browser and by the server', async () => {
    await page.getByRole('button', { name: 'Create Campaign' }).click();
    for (const message of ['Campaign name is required', 'Subject is required', 'Content is required'])
      await expect(page.getByText(message)).toBeVisible();
    await check(page, '/admin, Messaging, a form with what is missing');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Subject', { exact: true }).fill(subject);
    await page.getByLabel('Text', { exact: true }).fill('Dear {{nickname}}');
    await page.getByRole('button', { name: 'Create Campaign' }).click();
    await expect(page.getByText('There is no personal field {{nickname}}.')).toBeVisible();
    await expect(toast(page)).toContainText('Error');
  });

  await test.step('a test of the typed text is emailed to the administrator', async () => {
    await page
      .getByLabel('Text', { exact: true })
      .fill('## Come and argue\n\nDear {{firstName|reader}}, see [our debates](https://example.org/debates).');
    await page.getByRole('button', { name: 'Send Test' }).click();
    await expect(toast(page)).toContainText('Test Email Sent');
    await expect
      .poll(async () => (await emailsTo(site, site.admin.email)).map((message) => message.subject))
      .toContain(`[Test] ${subject}`);
  });

  await test.step('the draft is created and counted immediately; the form is empty again', async () => {
    await page.getByRole('button', { name: 'Create Campaign' }).click();
    await expect(toast(page)).toContainText('Campaign Created');
    await expect(page.getByLabel('Subject', { exact: true })).toHaveValue('');
    await expect.poll(drafts).toBe(before + 1);
    await find(page, word);
    await expect(rowOf(page, name)).toContainText('Pending');
    await expect(rowOf(page, name)).toContainText('Newsletter subscribers');
  });

  await test.step('its page shows the email as its readers get it, in both forms', async () => {
    await page.getByRole('link', { name }).click();
    const preview = page.getByRole('region', { name: 'Preview' });
    const message = preview.frameLocator('iframe');
    await expect(message.getByRole('heading', { name: 'Come and argue' })).toBeVisible();
    await expect(message.getByText('because you subscribed to the newsletter')).toBeVisible();
    // In its own look, though the page allows no inline styles, and leading nowhere.
    await expect(message.getByText('our debates', { exact: true })).toHaveCSS('color', 'rgb(30, 95, 116)');
    await expect(message.locator('[href], [style*="url"], script')).toHaveCount(0);
    await check(page, '/admin/campaign, a draft');
    await page.setViewportSize({ width: 360, height: 800 });
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await expect(message.getByRole('heading', { name: 'Come and argue' })).toBeVisible();
    await check(page, '/admin/campaign, a preview');
    await preview.getByRole('button', { name: 'Plain text' }).click();
    await expect(preview).toContainText('https://example.org/debates');
  });

  await test.step('leaving asks for confirmation, and the typed text is restored', async () => {
    await page.getByLabel('Subject', { exact: true }).fill(`${subject}, mine`);
    await expect(
      page.getByText('Not saved yet. A copy is kept in this browser, even if you leave this page.'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send now' })).toBeDisabled();
    await expect
      .poll(() => page.evaluate(() => Object.values(window.localStorage).join()))
      .toContain(`${subject}, mine`);
    await page.getByRole('link', { name: 'All campaigns' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    // The address changes before the page does; who went back now would not have left.
    await expect(rowOf(page, name)).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel('Subject', { exact: true })).toHaveValue(`${subject}, mine`);
    await expect(page.getByText('This is your last unsaved version')).toBeVisible();
  });

  await test.step('saving an older version shows the other person’s text, and lets one choose', async () => {
    const token = await adminTokenOf(site);
    const id = new URL(page.url()).searchParams.get('id') ?? '';
    const path = `/api/admin/email-campaigns/${id}`;
    const { content, targetAudience, version } = (await callApi<CampaignDetails>(site, 'GET', path, { token })).body;
    const edit = { name, subject: `${subject}, theirs`, content, targetAudience, isPublic: false, version };
    expect((await callApi(site, 'PUT', path, { token, body: edit })).status).toBe(200);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const conflict = page.getByRole('region', { name: 'Somebody else saved first' });
    await expect(conflict).toContainText(`${subject}, theirs`);
    await expect(conflict).toContainText(`${subject}, mine`);
    await check(page, '/admin/campaign, a conflict');
    await conflict.getByRole('button', { name: 'Overwrite with mine' }).click();
    await expect(page.getByText('All changes are saved.')).toBeVisible();
    expect((await callApi<CampaignDetails>(site, 'GET', path, { token })).body).toMatchObject({
      subject: `${subject}, mine`,
      version: version + 2,
    });
  });

  await test.step('it is marked for publication on the site too', async () => {
    await page.getByLabel('Show on the site once sent').check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('All changes are saved.')).toBeVisible();
  });

  await test.step('before it is sent, it shows how many addresses get it, and which are left out', async () => {
    expect((await callApi(site, 'POST', '/api/starter-kit', { body: { email: gone } })).status).toBeLessThan(300);
    await bounce(site, gone!);
    const token = await adminTokenOf(site);
    const reasons = async () => {
      const { items } = (
        await callApi<{ items: { email: string; reason: string }[] }>(
          site,
          'GET',
          '/api/admin/email-campaigns/left-out?targetAudience=newsletter',
          { token },
        )
      ).body;
      return items.find(({ email }) => email === gone)?.reason;
    };
    await expect.poll(reasons).toBe('bounced');
    await openTab(page, site);
    await find(page, word);
    await page.getByRole('button', { name: `Send ${name}` }).click();
    const dialog = page.getByRole('dialog', { name: `Send “${name}” now?` });
    await expect(dialog).toContainText('Newsletter subscribers');
    await expect(dialog).toContainText('one email for each address');
    await expect(dialog.getByRole('button', { name: /^Send to \d+ / })).toBeEnabled();
    await dialog.getByText('People left out').click();
    await expect(dialog.getByRole('row').filter({ hasText: gone! })).toContainText('Bounced');
    await check(page, '/admin, Messaging, before sending');
  });

  await test.step('each address gets it once, and the list shows how many', async () => {
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Send to \d+ / })
      .click();
    await expect(toast(page)).toContainText('Campaign Sent');
    await expect(toast(page)).toContainText('is being sent');
    await expect(rowOf(page, name)).toContainText('Active', { timeout: 60_000 });
    await expect(rowOf(page, name).getByRole('button', { name: /^Send/ })).toHaveCount(0);
    const mine = async (email: string) =>
      (await emailsTo(site, email)).filter((message) => message.subject === `${subject}, mine`);
    for (const email of readers) await expect.poll(async () => (await mine(email)).length, email).toBe(1);
    expect(await mine(gone!)).toEqual([]);
    expect((await mine(readers[0]!))[0]!.html).toContain('Dear reader');
    await expect.poll(async () => countOf(page, 'Email campaigns')).toBeGreaterThan(0);
    const recipients = await rowOf(page, name).getByRole('cell').nth(3).innerText();
    expect(Number(recipients.replaceAll(',', ''))).toBeGreaterThanOrEqual(readers.length);
    expect(await rowOf(page, name).getByRole('cell').nth(4).innerText()).toBe(recipients);
  });

  await test.step('a reader who opens it and follows its link counts once, on its page and in the list', async () => {
    const { html } = (await emailsTo(site, readers[0]!)).find((message) => message.subject === `${subject}, mine`)!;
    const follow = (path: RegExp) =>
      fetch(path.exec(html)?.[0] ?? '', { redirect: 'manual', headers: { 'user-agent': READERS_PROGRAM } });
    for (let time = 0; time < 2; time += 1) {
      expect((await follow(/https?:\/\/[^"]*\/api\/mail\/open\/[^"]+/)).status).toBe(200);
      expect((await follow(/https?:\/\/[^"]*\/api\/mail\/click\/[^"]+/)).headers.get('location')).toBe(
        'https://example.org/debates',
      );
    }
    await page.getByRole('link', { name }).click();
    const stat = (label: string) =>
      page
        .locator('dl > div')
        .filter({ has: page.getByText(label, { exact: true }) })
        .locator('dd')
        .first();
    await expect(stat('Opened')).toHaveText('1');
    await expect(stat('Clicked')).toHaveText('1');
    await expect(page.getByRole('row').filter({ hasText: 'https://example.org/debates' })).toContainText('1');
    await page.goBack();
    await expect(rowOf(page, name).getByRole('cell').nth(6)).toHaveText('1');
  });

  await test.step('its page shows the delivery to each address', async () => {
    await page.getByRole('link', { name }).click();
    await expect(page.getByText('Delivery status')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search' }).fill(readers[0]!);
    await expect(page.getByText('1 recipient', { exact: true })).toBeVisible();
    await expect(rowOf(page, readers[0]!)).toContainText(/Sent|Delivered/);
    await check(page, '/admin/campaign, one that was sent');
    await page.getByText('The email', { exact: true }).click();
    await expect(
      page
        .getByRole('region', { name: 'Preview' })
        .frameLocator('iframe')
        .getByRole('heading', { name: 'Come and argue' }),
    ).toBeVisible();
  });

  await test.step('it is in the chart of campaigns', async () => {
    await page.goto(`${site.siteUrl}/admin/analytics`);
    await page.getByText('Campaigns as a table').click();
    await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
  });

  await test.step('everybody can read it on the site, at its own URL', async () => {
    await page.goto(`${site.siteUrl}/newsletters`);
    await page.getByRole('link', { name: `${subject}, mine` }).click();
    await expect(page.getByRole('heading', { name: 'Come and argue' })).toBeVisible();
    await expect(page).toHaveURL(/\/newsletters\/[0-9a-f-]{36}$/);
    // The browser hydrates the server-rendered page without changing it.
    await page.reload();
    await expect(page).toHaveTitle(new RegExp(`^${subject}, mine · `));
    await expect(page.getByRole('heading', { name: 'Come and argue' })).toBeVisible();
    await check(page, '/newsletters/<id>');
    await page.getByRole('link', { name: 'All newsletters' }).click();
    await expect(page.getByRole('link', { name: `${subject}, mine` })).toBeVisible();
  });
});

test('a campaign is scheduled, unscheduled, scheduled again and cancelled; a draft is deleted', async ({
  page,
  site,
}) => {
  const word = randomWord();
  await signInAsAdmin(page, site);
  await openDraft(page, site, word);

  await test.step('a past time is refused at its field, a future one is shown', async () => {
    await page.getByRole('button', { name: 'Schedule' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await expect(dialog.getByText('Please choose a day and a time')).toBeVisible();
    await dialog.getByLabel('Day and time').fill('2020-01-01T08:00');
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await expect(dialog.getByText('Please choose a time in the future')).toBeVisible();
    await check(page, '/admin/campaign, scheduling');
    await dialog.getByLabel('Day and time').fill('2099-07-01T08:00');
    await expect(dialog).toContainText('Jul 1, 2099, 8:00 AM PDT');
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await expect(toast(page)).toContainText('Campaign scheduled');
    await expect(page.getByText('Goes out Jul 1, 2099, 8:00 AM PDT.', { exact: true })).toBeVisible();
    await check(page, '/admin/campaign, a scheduled one');
  });

  await test.step('unscheduled, it is a draft; scheduled again, it is cancelled permanently', async () => {
    await page.getByRole('button', { name: 'Unschedule' }).click();
    await expect(toast(page)).toContainText('Unscheduled');
    await page.getByRole('button', { name: 'Schedule' }).click();
    await page.getByLabel('Day and time').fill('2099-08-01T09:30');
    // By keyboard, from the field to the button that does it.
    await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Goes out Aug 1, 2099, 9:30 AM PDT.', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel campaign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel campaign' }).click();
    await expect(toast(page)).toContainText('Campaign cancelled');
    await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
    await expect(page.getByText('Never sent')).toBeVisible();
    await expect(page.getByRole('button', { name: /Send|Schedule/ })).toHaveCount(0);
  });

  await test.step('a deleted draft is gone, and its page says so', async () => {
    const id = await openDraft(page, site, `${word}b`);
    await page.getByRole('button', { name: 'Delete draft' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page)).toContainText('Draft deleted');
    await expect(page).toHaveURL(`${site.siteUrl}/admin/campaign`);
    await page.goto(`${site.siteUrl}/admin/campaign?id=${id}`);
    await expect(page.getByText('There is no such campaign')).toBeVisible();
    await check(page, '/admin/campaign, one that is gone');
  });
});

test('a campaign is paused while it is being sent, resumed and done; another is cancelled', async ({ page, site }) => {
  test.setTimeout(240_000);
  const faults = async (body: object) =>
    expect(
      (
        await fetch(`${site.sandboxUrl}/mail/api/faults`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).ok,
    ).toBe(true);
  await subscribe(site, 2);
  await signInAsAdmin(page, site);
  const begin = async (): Promise<void> => {
    await openDraft(page, site, randomWord());
    await page.getByRole('button', { name: 'Send now' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Send to \d+ / })
      .click();
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  };
  try {
    // The provider answers slowly, so that the campaign is seen while it is being sent.
    await faults({ delayMs: 5_000 });
    await test.step('its progress is shown, and it pauses on request', async () => {
      await begin();
      await expect(page.getByRole('progressbar', { name: /^0 of \d+ emails? (is|are) done$/ })).toBeVisible();
      await page.getByRole('button', { name: 'Pause' }).click();
      await expect(page.getByText('Paused', { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
      await check(page, '/admin/campaign, a paused one');
      await faults({});
    });
    await test.step('it continues, and is done', async () => {
      await page.getByRole('button', { name: 'Resume' }).click();
      await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible({ timeout: 60_000 });
      await expect(page.getByRole('button', { name: 'Resume' })).toHaveCount(0);
    });
    await test.step('another one is cancelled while it is being sent', async () => {
      await faults({ delayMs: 5_000 });
      await begin();
      await page.getByRole('button', { name: 'Cancel campaign' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel campaign' }).click();
      await expect(toast(page)).toContainText('Campaign cancelled');
      await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: /Pause|Resume|Cancel campaign/ })).toHaveCount(0);
    });
  } finally {
    await faults({});
  }
});

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { RunFile } from '@lectern/tools/local/run-file';
import {
  callApi,
  checkoutOf,
  newRegistration,
  patiently,
  payAt,
  payLinkIn,
  registerPerson,
} from '../src/testing/person.ts';
import { expect, emailsTo, signInAsAdmin, test, randomWord, adminTokenOf, pressTwice, toast } from './site.ts';

interface Listed {
  readonly items: readonly { readonly id: string; readonly email: string; readonly paymentStatus?: string }[];
  readonly total: number;
}

const found = async (site: RunFile, token: string, list: string, q: string): Promise<Listed> =>
  (await callApi<Listed>(site, 'GET', `/api/admin/${list}?limit=50&q=${encodeURIComponent(q)}`, { token })).body;

const addRegistration = async (site: RunFile, token: string, person: Record<string, string>): Promise<void> => {
  const body = { division: 'development', billingCycle: 'monthly', firstName: 'Ada', ...person };
  const { status } = await callApi(site, 'POST', '/api/admin/debate-club-registrations', { body, token });
  expect(status).toBe(201);
};

/** How often the page sends such a request from now on. */
const countSent = (page: Page, method: string, path: string): (() => number) => {
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === method && new URL(request.url()).pathname.startsWith(path)) sent += 1;
  });
  return () => sent;
};

const openTab = async (page: Page, name: string, q?: string): Promise<void> => {
  await page.getByRole('tab', { name }).click();
  if (q === undefined) return;
  await page.getByLabel('Search').fill(q);
  await page.waitForURL(`**/admin?*q=${q}*`);
};

test('a member is added manually once, and a registration is deleted after a confirmation', async ({ page, site }) => {
  const token = await adminTokenOf(site);
  const word = randomWord();
  const email = `${word}@example.com`;
  const dialog = page.getByRole('dialog');
  const row = page.getByRole('row').filter({ hasText: email });
  await signInAsAdmin(page, site);
  await openTab(page, 'Debate Club', word);
  await expect(page.getByText('No registrations match')).toBeVisible();

  await test.step('the form names what is missing, then two presses add one member', async () => {
    await page.getByRole('button', { name: 'Add Member' }).click();
    await dialog.getByRole('button', { name: 'Add Member' }).click();
    for (const message of ['Valid email is required', 'First name is required', 'Last name is required'])
      await expect(dialog.getByText(message)).toBeVisible();
    await dialog.getByLabel('First name').fill('Grace');
    await dialog.getByLabel('Last name').fill(`Okafor ${word}`);
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByLabel('Division').selectOption('Professional');
    await dialog.getByLabel('Billing cycle').selectOption('Annual');
    await dialog.getByLabel('Status').selectOption('Paused');
    const sent = countSent(page, 'POST', '/api/admin/debate-club-registrations');
    await pressTwice(page.getByRole('dialog').getByRole('button', { name: 'Add Member', exact: true }));
    await expect(toast(page)).toContainText('Registration Created');
    for (const text of [`Grace Okafor ${word}`, 'Professional', 'Annual', 'Pending'])
      await expect(row).toContainText(text);
    expect(sent()).toBe(1);
  });

  await test.step('the same address again is refused beside its field', async () => {
    await page.getByRole('button', { name: 'Add Member' }).click();
    await dialog.getByLabel('First name').fill('Grace');
    await dialog.getByLabel('Last name').fill('Again');
    await dialog.getByLabel('Email').fill(email.toUpperCase());
    await dialog.getByLabel('Division').selectOption('Development');
    await dialog.getByRole('button', { name: 'Add Member' }).click();
    await expect(toast(page)).toContainText('Error');
    await expect(
      dialog.getByText(
        'The list has a registration with this email already. If you deleted it and the person still pays, bring it back with “Sync one member” on the Overview tab.',
      ),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('the URL keeps the filter', async () => {
    await page.getByLabel('Status').selectOption('Active');
    await expect(page.getByText('No registrations match')).toBeVisible();
    await page.reload();
    await expect(page.getByText('No registrations match')).toBeVisible();
    await page.getByLabel('Status').selectOption('Paused');
    await expect(page.getByText('1 registration', { exact: true })).toBeVisible();
  });

  await test.step('kept, then deleted once by two presses', async () => {
    await row.getByRole('button', { name: `Delete Grace Okafor ${word}` }).click();
    await expect(dialog.getByRole('heading', { name: `Delete Grace Okafor ${word}?` })).toBeVisible();
    await expect(dialog.getByText('This registration has no paid subscription')).toBeVisible();
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await expect(row).toBeVisible();
    const sent = countSent(page, 'DELETE', '/api/admin/debate-club-registrations/');
    await row.getByRole('button', { name: /^Delete/ }).click();
    await pressTwice(page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }));
    await expect(toast(page)).toContainText('Registration deleted');
    await expect(row).toBeHidden();
    // The focus is here, as the focused element was deleted.
    await expect(page.getByText('0 registrations', { exact: true })).toBeFocused();
    expect(sent()).toBe(1);
    expect((await found(site, token, 'debate-club-registrations', word)).total).toBe(0);
  });

  await test.step('a member with a paid subscription is named with it, and the subscription continues', async () => {
    const member = { ...newRegistration(), lastName: `Payer ${word}` };
    await payAt(await registerPerson(site, member));
    await patiently('being listed', async () => {
      if ((await found(site, token, 'debate-club-registrations', member.email)).total === 0)
        throw new Error('Not listed yet');
    });
    await page.getByLabel('Status').selectOption('All statuses');
    await page.getByLabel('Search').fill(member.email);
    const paid = page.getByRole('row').filter({ hasText: member.email });
    await paid.getByRole('button', { name: /^Delete/ }).click();
    await expect(dialog.getByText(member.email)).toBeVisible();
    await expect(dialog.getByText('The paid subscription continues')).toBeVisible();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(toast(page)).toContainText('Its subscription continues and is charged as before.');
    await expect(paid).toBeHidden();
  });

  await test.step('a registration that another administrator deleted meanwhile is reported and leaves the list', async () => {
    const gone = `gone.${word}@example.com`;
    await addRegistration(site, token, { email: gone, lastName: word });
    await page.getByLabel('Search').fill(gone);
    const late = page.getByRole('row').filter({ hasText: gone });
    await late.getByRole('button', { name: /^Delete/ }).click();
    const { items } = await found(site, token, 'debate-club-registrations', gone);
    await callApi(site, 'DELETE', `/api/admin/debate-club-registrations/${items[0]?.id ?? ''}`, { token });
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(toast(page)).toContainText('Error deleting registration');
    await expect(toast(page)).toContainText('This registration no longer exists. It may have been deleted.');
    await expect(dialog).toBeHidden();
    await expect(late).toBeHidden();
  });
});

test('every email address of a view is copied, also those of pages that are not loaded', async ({
  page,
  site,
  context,
}) => {
  const token = await adminTokenOf(site);
  const word = randomWord();
  const emails = Array.from({ length: 52 }, (_, index) => `${word}.${index}@example.com`);
  for (const [index, email] of emails.entries())
    await addRegistration(site, token, { email, lastName: word, status: index === 0 ? 'paused' : 'active' });
  await signInAsAdmin(page, site);
  await openTab(page, 'Debate Club', word);
  const copy = page.getByRole('button', { name: 'Copy All Emails' });
  const rows = page.getByRole('table', { name: 'Debate club registrations' }).getByRole('row');
  await expect(page.getByText('52 registrations', { exact: true })).toBeVisible();
  await expect(rows).toHaveCount(51);

  await test.step('a refusal by the browser is reported', async () => {
    await context.grantPermissions([]);
    await copy.click();
    await expect(toast(page)).toContainText('Copy Failed');
    await expect(toast(page)).toContainText('Failed to copy emails to clipboard.');
  });

  await test.step('with the filter that is set, while the button is disabled', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByLabel('Status').selectOption('Active');
    await expect(page.getByText('51 registrations', { exact: true })).toBeVisible();
    let letAnswer = (): void => undefined;
    const mayAnswer = new Promise<void>((resolve) => {
      letAnswer = resolve;
    });
    await page.route('**/api/admin/debate-club-registrations/emails?*', async (route) => {
      await mayAnswer;
      await route.continue();
    });
    await copy.click();
    await expect(page.getByRole('button', { name: 'Copying...' })).toBeDisabled();
    letAnswer();
    await expect(toast(page)).toContainText('All Emails Copied');
    await expect(toast(page)).toContainText('51 emails');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(emails.slice(1).toReversed().join(', '));
  });

  await test.step('the rest of the list loads on request', async () => {
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect(rows).toHaveCount(52);
    await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden();
  });
});

test('a tournament entry is found by its payment, and deleting it says that the payment stays', async ({
  page,
  site,
}) => {
  const token = await adminTokenOf(site);
  const word = randomWord();
  // As long as addresses get.
  const email = `${word}.${'long.'.repeat(9)}address@example.com`;
  const dialog = page.getByRole('dialog');
  const row = page.getByRole('row').filter({ hasText: email });
  const paymentLink = async (): Promise<string> => {
    for (const { text } of await emailsTo(site, email)) {
      const link = payLinkIn(text);
      if (link !== undefined) return link;
    }
    throw new Error('No email with a payment link yet');
  };
  const body = {
    firstName: 'Ada',
    lastName: word,
    email,
    events: ['prepared_speech'],
    division: 'development',
    experience: 'beginner',
    waiver: true,
  };
  expect((await callApi(site, 'POST', '/api/tournament/register', { body })).status).toBe(201);

  await signInAsAdmin(page, site);
  await test.step('a list that does not load says so, and can be tried again', async () => {
    await page.route('**/api/admin/tournament-registrations?*', (route) =>
      route.fulfill({
        status: 429,
        json: { code: 'too_many_requests', message: 'Please wait a moment.', correlationId: 'c' },
      }),
    );
    await page.getByRole('tab', { name: 'Tournaments' }).click();
    await expect(page.getByText('The registrations could not be loaded')).toBeVisible();
    await page.unroute('**/api/admin/tournament-registrations?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('table', { name: 'Tournament registrations' })).toBeVisible();
  });

  await openTab(page, 'Tournaments', word);
  for (const text of [`Ada ${word}`, 'Development', 'Beginner', 'Pending']) await expect(row).toContainText(text);

  await test.step('the confirmation of a deletion shows the amount paid', async () => {
    const checkout = await checkoutOf(site, await patiently('the email', paymentLink));
    await row.getByRole('button', { name: `Delete Ada ${word}` }).click();
    await expect(dialog.getByText('It is not paid yet.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await payAt(checkout);
  });

  await patiently('the payment', async () => {
    if ((await found(site, token, 'tournament-registrations', word)).items[0]?.paymentStatus !== 'paid')
      throw new Error('Not paid yet');
  });
  await page.getByLabel('Status').selectOption('Paid');
  await expect(row).toContainText('$40.00');
  await page.getByLabel('Status').selectOption('Failed');
  await expect(page.getByText('No registrations match')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filter' }).click();
  await openTab(page, 'Tournaments', word);
  await expect(row).toContainText('Active');

  await test.step('a phone shows the whole confirmation', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await row.getByRole('button', { name: /^Delete/ }).click();
    await expect(dialog.getByText(email)).toBeVisible();
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  const sent = countSent(page, 'DELETE', '/api/admin/tournament-registrations/');
  await row.getByRole('button', { name: `Delete Ada ${word}` }).click();
  await expect(dialog.getByRole('heading', { name: `Delete Ada ${word}?` })).toBeVisible();
  await expect(dialog.getByText('refunds nothing of the payment of $40.00.')).toBeVisible();
  await pressTwice(page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }));
  await expect(toast(page)).toContainText('Registration deleted');
  await expect(toast(page)).toContainText('is not refunded automatically');
  await expect(row).toBeHidden();
  expect(sent()).toBe(1);
});

test('a subscriber is found by address and status, and deleted', async ({ page, site }) => {
  const token = await adminTokenOf(site);
  const word = randomWord();
  const email = `${word}@example.com`;
  const row = page.getByRole('row').filter({ hasText: email });
  expect((await callApi(site, 'POST', '/api/newsletter', { body: { email, source: 'starter_kit' } })).status).toBe(200);

  await signInAsAdmin(page, site);
  await openTab(page, 'Newsletter', word);
  await expect(row).toContainText('starter kit');
  await expect(row).toContainText('Active');
  await page.getByLabel('Status').selectOption('Inactive');
  await expect(page.getByText('No subscribers match')).toBeVisible();
  await page.getByLabel('Status').selectOption('Active');
  await expect(page.getByText('1 subscriber', { exact: true })).toBeVisible();

  const sent = countSent(page, 'DELETE', '/api/admin/newsletter-subscribers/');
  await row.getByRole('button', { name: `Delete ${email}` }).click();
  await expect(page.getByRole('heading', { name: `Delete ${email}?` })).toBeVisible();
  await pressTwice(page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }));
  await expect(toast(page)).toContainText('Subscriber deleted');
  await expect(row).toBeHidden();
  expect(sent()).toBe(1);
  expect((await found(site, token, 'newsletter-subscribers', word)).total).toBe(0);
});

test('lists are exported as files: a whole list, or the view of its tab, and never a part', async ({
  page,
  site,
  context,
}) => {
  const token = await adminTokenOf(site);
  const word = randomWord();
  // Long enough for a file that comes in pieces.
  const goals = (): string => Array.from({ length: 130 }, () => randomUUID()).join(' ');
  for (let index = 0; index < 40; index += 1) {
    const status = index === 0 ? 'paused' : 'active';
    await addRegistration(site, token, {
      email: `${word}.${index}@example.com`,
      lastName: word,
      status,
      goals: goals(),
    });
  }
  expect((await callApi(site, 'POST', '/api/newsletter', { body: { email: `${word}@example.com` } })).status).toBe(200);
  await signInAsAdmin(page, site);

  const saved = async (button: string): Promise<{ name: string; text: string }> => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: button, exact: true }).click();
    const download = await downloading;
    await expect(toast(page)).toContainText('Export Complete');
    await expect(toast(page)).toContainText(download.suggestedFilename());
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
  };

  await test.step('every list from the overview', async () => {
    for (const kind of ['debate club', 'tournaments', 'newsletter']) {
      const { name, text } = await saved(`Export ${kind}`);
      expect(name).toMatch(new RegExp(`^${kind.replace(' ', '-')}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
      expect(text).toContain('Email');
      expect(text.includes(word)).toBe(kind !== 'tournaments');
    }
    await expect(page.getByRole('table', { name: /admin actions/ })).toContainText(/export/i);
  });

  await openTab(page, 'Debate Club');
  await test.step('a tab’s search and filter, also where one directly follows the other', async () => {
    const paused = page.waitForRequest(/debate-club-registrations\?.*status=paused/);
    await page.getByLabel('Search').fill(word);
    await page.getByLabel('Status').selectOption('Paused');
    expect(new URL((await paused).url()).searchParams.get('q')).toBe(word);
    await expect(page.getByText('1 registration', { exact: true })).toBeVisible();
    const { text } = await saved('Export CSV');
    expect(text.split('\r\n')[0]).toBe('\uFEFF"Name","Email","Division","Billing","Status","Registered"');
    expect(text.split('\r\n').filter((line) => line.includes('@example.com'))).toEqual([
      expect.stringMatching(new RegExp(`"${word}\\.0@example\\.com",.*"Paused","\\d{4}-\\d\\d-\\d\\d"$`)),
    ]);
    await page.getByLabel('Status').selectOption('All statuses');
    await expect(page.getByText('40 registrations', { exact: true })).toBeVisible();
  });

  await test.step('a long one shows its progress, continues in another tab, and is stopped there', async () => {
    let isSaved = false;
    page.on('download', () => (isSaved = true));
    const network = await context.newCDPSession(page);
    const slowDown = (downloadThroughput: number) =>
      network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput,
        uploadThroughput: -1,
      });
    await network.send('Network.enable');
    await slowDown(20_000);
    const sent = countSent(page, 'GET', '/api/admin/export/');
    await openTab(page, 'Overview');
    await pressTwice(page.getByRole('button', { name: 'Export debate club' }));
    await expect(page.getByRole('button', { name: /^Exporting\.\.\. \d+ KB$/ })).toBeDisabled();
    await openTab(page, 'Debate Club');
    await expect(page.getByRole('button', { name: /^Exporting\.\.\. \d+ KB$/ })).toBeDisabled();
    await page.getByRole('button', { name: 'Stop: Export CSV' }).click();
    await expect(toast(page)).toContainText('Export stopped');
    await expect(page.getByRole('button', { name: 'Export CSV' })).toBeEnabled();
    expect([isSaved, sent()]).toEqual([false, 1]);
    await slowDown(-1);
    await openTab(page, 'Overview');
  });

  await test.step('one that is refused says so', async () => {
    await page.route('**/api/admin/export/newsletter', (route) =>
      route.fulfill({
        status: 429,
        json: { code: 'too_many_requests', message: 'Please wait a moment.', correlationId: 'c' },
      }),
    );
    await page.getByRole('button', { name: 'Export newsletter' }).click();
    await expect(toast(page)).toContainText('Export Failed');
    await expect(toast(page)).toContainText('Please wait a moment.');
  });
});

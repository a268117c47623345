import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, openInConsole, pressTwice, signInAsAdmin, test } from './site.ts';

/** A CSV file as the file input receives it. */
const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('members are imported from a file: columns matched, previewed, imported once, and refused rows exported', async ({
  page,
  site,
}) => {
  const word = `q${randomUUID().replaceAll('-', '').slice(0, 10)}`;
  await signInAsAdmin(page, site);
  await openInConsole(page, 'People', 'Import');
  await expect(page.getByRole('heading', { level: 1, name: 'Import' })).toBeVisible();

  // A file that is no list is refused immediately, with the reason.
  await page.getByLabel('CSV file').setInputFiles(csv('empty.csv', 'Email,Name\n'));
  await expect(page.getByText('The file has only one row, which is read as the headings.')).toBeVisible();

  const rows = [
    `ann.${word}@example.com;Ann;Lee;Professional`,
    `bob.${word}@example.com;Bob;Ray;`,
    `nowhere;No;Address;`,
  ];
  await page
    .getByLabel('CSV file')
    .setInputFiles(csv('people.csv', `Mail address;Given name;Surname;Division\n${rows.join('\n')}\n`));
  const form = page.getByRole('form', { name: 'Match the columns' });
  await expect(form.getByLabel('First name (required)')).toHaveValue('1');
  await expect(form.getByText('For example: Professional')).toBeVisible();

  // The form does not know the heading of the email addresses.
  await form.getByRole('button', { name: 'Check the file' }).click();
  await expect(form.getByText('Choose the column with: Email')).toBeVisible();
  await form.getByLabel('Email (required)').selectOption('Mail address');
  await form.getByRole('button', { name: 'Check the file' }).click();
  await expect(
    page.getByRole('heading', { name: '2 registrations can be added to the debate club list' }),
  ).toBeFocused();
  await expect(page.getByRole('row', { name: /4 Valid email is required/ })).toBeVisible();

  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/do')) sent += 1;
  });
  await pressTwice(page.getByRole('button', { name: 'Add 2 registrations to the debate club list' }));
  await expect(page.getByRole('heading', { name: '2 registrations added' })).toBeFocused();
  expect(sent).toBe(1);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download 1 refused row' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^debate-club-refused-\d{4}-\d\d-\d\d\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toBe(
    '\uFEFF"Mail address","Given name","Surname","Division","Problem"\r\n"nowhere","No","Address","","Valid email is required"\r\n',
  );

  await page.getByRole('link', { name: 'the debate club list' }).click();
  await page.getByLabel('Search').fill(word);
  await expect(page.getByText('2 registrations', { exact: true })).toBeVisible();

  // A second import of the same file adds nobody twice.
  await page.goto(`${site.siteUrl}/admin/import`);
  await page
    .getByLabel('CSV file')
    .setInputFiles(csv('again.csv', `Email,First name,Last name\nANN.${word}@example.com,Ann,Lee\n`));
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByRole('heading', { name: 'None of the rows can be imported' })).toBeVisible();
  await expect(page.getByText('This email has a debate club registration already')).toBeVisible();
});

test('a list is reversed by its header, which shows the order, and the URL keeps it', async ({ page, site }) => {
  await signInAsAdmin(page, site);
  await openInConsole(page, 'System', 'Activity');
  // The overview, which is there until the page has come, has tables with such a header too.
  await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible();
  const header = page.getByRole('columnheader', { name: 'When' });
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await page.goto(`${site.siteUrl}/admin?tab=debate-club`);
  const registered = page.getByRole('columnheader', { name: 'Registered' });
  await expect(registered).toHaveAttribute('aria-sort', 'descending');
  const times = () => page.getByRole('row').allInnerTexts();
  const newestFirst = await times();
  await registered.getByRole('button').press('Enter');
  await page.waitForURL('**/admin?tab=debate-club&sort=registeredAt');
  await expect(registered).toHaveAttribute('aria-sort', 'ascending');
  if (newestFirst.length > 2) await expect.poll(async () => (await times())[1]).not.toBe(newestFirst[1]);
  // The URL opens the same order.
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Registered' })).toHaveAttribute('aria-sort', 'ascending');
});

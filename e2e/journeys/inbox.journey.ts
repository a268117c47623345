import type { Page } from '@playwright/test';
import type { ConversationSummary } from '@lectern/contracts/messaging/conversation';
import type { RunFile } from '@lectern/tools/local/run-file';
import { emailTo } from '../src/testing/mailbox.ts';
import { callApi } from '../src/testing/person.ts';
import { check } from './check.ts';
import { adminTokenOf, expect, openInConsole, randomWord, signInAsAdmin, test, toast } from './site.ts';

const writeMessage = async (site: RunFile, name: string, email: string, message: string): Promise<void> => {
  const { status } = await callApi(site, 'POST', '/api/contact', { body: { name, email, message } });
  expect(status).toBe(201);
};
const openConversation = async (page: Page, site: RunFile, name: string): Promise<void> => {
  await signInAsAdmin(page, site);
  await openInConsole(page, 'Inbox', 'Conversations');
  await page.getByLabel('Search').fill(name);
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
};

test('staff answer a message with a canned reply, the answer comes back, and the conversation is closed', async ({
  page,
  site,
}) => {
  const name = `Ada ${randomWord()}`;
  const email = `${randomWord()}@example.com`;
  await writeMessage(site, name, email, 'May I listen to a session before I join?');

  await test.step('a canned reply is written once', async () => {
    await signInAsAdmin(page, site);
    const link = page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Inbox', exact: true });
    await expect(link).toHaveAccessibleDescription(/^\d+ without an answer$/);
    await openInConsole(page, 'Inbox', 'Canned replies');
    await page.getByRole('button', { name: 'Add a canned reply' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a canned reply' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Enter a name')).toBeVisible();
    await dialog.getByLabel('Name').fill(`Listening ${name}`);
    await dialog.getByRole('textbox', { name: 'Reply' }).fill('You are welcome to listen on any Sunday.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page)).toContainText('Canned reply saved');
    await check(page, '/admin/canned-replies');
  });

  await test.step('the menu of a phone says that something waits', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.getByRole('button', { name: 'Menu' })).toHaveAccessibleDescription(/\d+ without an answer/);
    await check(page, '/admin/canned-replies at 360');
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step('it is changed by two, and the second sees the difference', async () => {
    const other = await page.context().newPage();
    await other.goto(page.url());
    for (const each of [page, other]) await each.getByRole('button', { name: `Edit Listening ${name}` }).click();
    await other.getByRole('textbox', { name: 'Reply' }).fill('You are welcome to listen on any Saturday.');
    await other.getByRole('button', { name: 'Save' }).click();
    await expect(toast(other)).toContainText('Canned reply saved');
    await other.close();
    await page.getByRole('textbox', { name: 'Reply' }).fill('You are welcome to listen on any Sunday.');
    await page.getByRole('button', { name: 'Save' }).click();
    const differences = page.getByRole('table', { name: 'Differences' });
    await expect(differences).toContainText('any Saturday');
    await expect(differences).toContainText('any Sunday');
    await page.getByRole('button', { name: 'Overwrite with mine' }).click();
    await expect(toast(page)).toContainText('Canned reply saved');
  });

  await openConversation(page, site, name);
  const messages = page.getByRole('region', { name: 'Messages' }).getByRole('listitem');
  await test.step('it is taken, and answered from the keyboard', async () => {
    await page.getByRole('button', { name: 'Assign to me' }).click();
    await expect(toast(page)).toContainText('Assigned to');
    await page.getByRole('button', { name: 'Send reply' }).click();
    await expect(page.getByText('Write a reply')).toBeVisible();
    await page.getByRole('button', { name: 'Insert a canned reply' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Edit canned replies' }).press('Enter');
    await page.getByRole('link', { name: 'Back to the conversation' }).click();
    await page.getByRole('button', { name: 'Insert a canned reply' }).press('Enter');
    await page.getByRole('menuitem', { name: `Listening ${name}` }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Reply', exact: true })).toHaveValue(
      'You are welcome to listen on any Sunday.',
    );
    await check(page, '/admin/inbox?id=');
    await page.getByRole('button', { name: 'Send reply' }).press('Enter');
    await expect(toast(page)).toContainText('Reply sent');
    await expect(page.getByRole('textbox', { name: 'Reply', exact: true })).toHaveValue('');
    await expect(messages.last()).toContainText('You are welcome to listen');
    await expect(messages.last().getByText('Delivered')).toBeVisible({ timeout: 40_000 });
  });

  await test.step('it is closed, and their answer opens it again', async () => {
    await page.getByRole('button', { name: 'Close conversation' }).click();
    await expect(page.getByText('Closed', { exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Person' })).toContainText(/Taken on .*Closed by /);
    const { replyTo } = await emailTo(site, email, (mail) => mail.text.includes('any Sunday'));
    const long = Array.from({ length: 60 }, (_, line) => `Question ${line} about the rounds`).join('\n');
    const answer = {
      to: replyTo,
      from: email,
      text: `Thank you!\n${long}\n\n> You are welcome to listen on any Sunday.`,
    };
    await fetch(`${site.sandboxUrl}/mail/api/inbound`, { method: 'POST', body: JSON.stringify(answer) });
    await expect(messages.last()).toContainText('Thank you!', { timeout: 40_000 });
    await expect(page.getByText('Open', { exact: true })).toBeVisible();
    await expect(messages.last()).not.toContainText('Question 59');
    await messages.last().getByRole('button', { name: 'Show more' }).press('Enter');
    await expect(messages.last()).toContainText('Question 59 about the rounds');
    await messages.last().getByText('Quoted text').click();
    await expect(messages.last().getByText('> You are welcome to listen on any Sunday.')).toBeVisible();
  });
});

test('the second of two who answer learns of the first, and what was typed stays', async ({ page, site }) => {
  const name = `Bob ${randomWord()}`;
  await writeMessage(site, name, `${randomWord()}@example.com`, 'Is there a recording of last Sunday?');
  await openConversation(page, site, name);
  const reply = page.getByRole('textbox', { name: 'Reply', exact: true });
  await reply.fill('Mine');
  await page.getByRole('link', { name: 'All conversations' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('combobox', { name: 'Show' })).toBeVisible();
  await page.goBack();
  await expect(reply).toHaveValue('Mine');
  await expect(page.getByText('did not send it')).toBeVisible();
  const token = await adminTokenOf(site);
  const [found] = (
    await callApi<ConversationSummary[]>(site, 'GET', `/api/admin/conversations?q=${encodeURIComponent(name)}`, {
      token,
    })
  ).body;
  const theirs = { id: crypto.randomUUID(), reply: 'Theirs', closes: false, version: found!.version };
  const path = `/api/admin/conversations/${found!.id}/replies`;
  expect((await callApi(site, 'POST', path, { token, body: theirs })).status).toBe(200);
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(toast(page)).toContainText('Not sent');
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Theirs');
  await expect(reply).toHaveValue('Mine');
  await page.getByRole('button', { name: 'Send and close' }).click();
  await expect(toast(page)).toContainText('Reply sent, conversation closed');
  await page.getByRole('link', { name: 'All conversations' }).click();
  await page.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'Closed' });
  // The list before the search, which has the row too, is shown until the answer.
  const searched = page.waitForResponse((answer) => /\/conversations\?.*\bq=/.test(answer.url()));
  await page.getByLabel('Search').fill(name);
  await searched;
  const row = page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
  await row.check();
  await check(page, '/admin/inbox');
  await page.getByRole('button', { name: 'Reopen 1 selected' }).click();
  await expect(toast(page)).toContainText('1 conversation reopened.');
  await page.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'All open' });
  await row.check();
  await page.getByRole('button', { name: 'Close 1 selected' }).press('Enter');
  await expect(toast(page)).toContainText('1 conversation closed.');
  await expect(row).toBeHidden();
  // The 404 page of the console has its own layout: hydrating that of the site would be an error.
  await page.goto(`${site.siteUrl}/admin/inbox/${found!.id}`);
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
});

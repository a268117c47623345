import { randomUUID } from 'node:crypto';
import type { Page, Route } from '@playwright/test';
import { paidMember } from './member.ts';
import { expect, emailsTo, logIn, test, toast } from './site.ts';

/*
 * Visitors who have not joined read, write to the association, ask for the starter kit, subscribe and unsubscribe.
 */
const address = (): string => `reader+${randomUUID().slice(0, 8)}@example.com`;

/** Sends the event of a mouse that leaves the window over its upper edge, as browsers do. */
const leaveAtTop = (page: Page) =>
  page.evaluate(() =>
    document.documentElement.dispatchEvent(
      new MouseEvent('mouseout', { bubbles: true, clientY: -1, relatedTarget: null }),
    ),
  );

test('a message to the association', async ({ page, site }) => {
  await page.goto(`${site.siteUrl}/contact`);
  const form = page.getByRole('form', { name: 'Message' });
  const send = form.getByRole('button', { name: 'Send Message' });
  const [name, email, message] = ['Name', 'Email', 'Message'].map((label) => form.getByLabel(label, { exact: true }));

  await send.click();
  await expect(toast(page)).toContainText('Please fill out all fields.');
  await expect(name!).toBeFocused();
  for (const prompt of ['Enter your name', 'Enter your email address', 'Enter your message'])
    await expect(form.getByText(prompt, { exact: true })).toBeVisible();
  await name!.fill('Ada Okafor');
  await email!.fill('nowhere');
  await message!.fill('Too short');
  await send.click();
  await expect(toast(page)).toContainText('Please enter a valid email address.');
  const sender = address();
  await email!.fill(sender);
  await send.click();
  await expect(toast(page)).toContainText('Message too short');
  await expect(toast(page)).toContainText('Please provide a more detailed message.');

  // The connection is cut before the response: the form keeps the text, and a second attempt does not send it twice.
  await message!.fill(`May I watch a session first? ${sender}`);
  const breakOff = async (route: Route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: '{"mess' });
  };
  await page.route('**/api/contact', breakOff, { times: 1 });
  await send.click();
  await expect(toast(page)).toContainText('Error sending message');
  await expect(form.getByRole('alert')).toContainText('The connection failed.');
  await expect(message!).toHaveValue(/May I watch/);
  await send.click();
  await expect(toast(page)).toContainText('Message sent successfully!');
  await expect(toast(page)).toContainText('within 24 hours');
  for (const field of [name, email, message]) await expect(field!).toHaveValue('');
  await expect.poll(() => emailsTo(site, sender), 'the acknowledgement').toHaveLength(1);
});

test('the server’s answer to a message is shown', async ({ page, site }) => {
  await page.goto(`${site.siteUrl}/contact`);
  const form = page.getByRole('form', { name: 'Message' });
  await form.getByLabel('Name').fill('Ada');
  await form.getByLabel('Email').fill('ada@example.org');
  await form.getByLabel('Message').fill('A character that only the server refuses: \0');
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(toast(page)).toContainText('Error sending message');
  await expect(form.getByLabel('Message')).toHaveAccessibleDescription(/contains a character that we cannot store/);
  await expect(form.getByLabel('Name')).toHaveValue('Ada');
});

test('the starter kit, asked for with the button', async ({ page, site }) => {
  const reader = address();
  await page.goto(site.siteUrl);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Get Free Starter Kit' }).first().click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: "No thanks, I'll browse more" }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Get Free Starter Kit' }).last().click();
  await dialog.getByLabel('Email').fill('nowhere');
  await dialog.getByRole('button', { name: 'Send Me the Starter Kit' }).click();
  await expect(toast(page)).toContainText('Invalid email');
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(/Please enter a valid email address\./);
  await dialog.getByLabel('Email').fill(reader);
  await dialog.getByRole('button', { name: 'Send Me the Starter Kit' }).click();
  await expect(toast(page)).toContainText('Starter kit sent!');
  await expect(dialog).toBeHidden();
  await expect.poll(() => emailsTo(site, reader), 'the email with the kit').toHaveLength(1);
});

test('the starter kit is offered to a visitor who leaves: once, on wide screens, and not while signed in', async ({
  page,
  site,
}) => {
  const dialog = page.getByRole('dialog');
  await page.goto(`${site.siteUrl}/about`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');

  await page.setViewportSize({ width: 768, height: 800 });
  await leaveAtTop(page);
  await page.waitForLoadState('networkidle');
  await expect(dialog).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 800 });
  await leaveAtTop(page);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  // Not again, neither here nor on the next page.
  await leaveAtTop(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).first().click();
  await expect(page.getByRole('heading', { name: 'We are listening.' })).toBeVisible();
  await leaveAtTop(page);
  await page.waitForLoadState('networkidle');
  await expect(dialog).toBeHidden();
  // But on every request of the visitor.
  await page.evaluate(() => window.dispatchEvent(new Event('starterKitRequest')));
  await expect(dialog).toBeVisible();

  const member = await paidMember(site);
  await logIn(page, site, member);
  await page.goto(`${site.siteUrl}/about`);
  await page.waitForLoadState('networkidle');
  await leaveAtTop(page);
  await page.waitForLoadState('networkidle');
  await expect(dialog).toBeHidden();
});

test('subscribing to the newsletter, and unsubscribing', async ({ page, site }) => {
  const reader = address();
  await page.goto(site.siteUrl);
  const form = page.getByRole('form', { name: 'Newsletter' });
  await form.getByRole('button', { name: 'Subscribe' }).click();
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription('Please enter a valid email address.');
  await form.getByLabel('Email').fill(reader);
  await page.route('**/api/newsletter', (route) => route.fulfill({ status: 200, body: 'no' }), { times: 1 });
  await form.getByRole('button', { name: 'Subscribe' }).click();
  await expect(toast(page)).toContainText('Failed to subscribe. Please try again.');
  await expect(form.getByLabel('Email')).toHaveValue(reader);
  await form.getByRole('button', { name: 'Subscribe' }).click();
  await expect(toast(page)).toContainText('Success!');
  await expect(form.getByLabel('Email')).toHaveValue('');

  // The starter kit's email carries the link that ends it.
  await page.getByRole('button', { name: 'Get Free Starter Kit' }).last().click();
  await page.getByRole('dialog').getByLabel('Email').fill(reader);
  await page.getByRole('button', { name: 'Send Me the Starter Kit' }).click();
  const look = async () =>
    /https?:\/\/\S+\/unsubscribe\?[^\s<>")]+/.exec((await emailsTo(site, reader))[0]?.text ?? '')?.[0];
  await expect.poll(look, 'an unsubscribe link').toBeDefined();
  await page.goto((await look()) ?? '');
  await expect(page).toHaveURL(/\/unsubscribe\?/);
  await expect(page.getByText(reader)).toBeVisible();
  await page.getByRole('button', { name: 'Unsubscribe', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible();
});

test('an unsubscribe link that is another person’s, or broken', async ({ page, site }) => {
  await page.goto(`${site.siteUrl}/unsubscribe?email=someone%40example.com&key=guessed`);
  await page.getByRole('button', { name: 'Unsubscribe', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await page.goto(`${site.siteUrl}/unsubscribe`);
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
});

test('finding and reading an article, and downloading a document', async ({ page, site }) => {
  await page.goto(`${site.siteUrl}/resources`);
  const search = page.getByRole('searchbox', { name: 'Search the articles' });
  await search.fill('zzz nothing');
  await expect(page.getByText('No articles found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(search).toHaveValue('');
  await expect(search).toBeFocused();

  await search.fill('DROWNING flow');
  await expect(page.getByText('1 article with')).toBeVisible();
  await page.getByRole('link', { name: 'How to flow a debate without drowning in it' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'How to flow a debate without drowning in it' }),
  ).toBeVisible();
  await page
    .getByRole('navigation', { name: 'In this article' })
    .getByRole('link', { name: 'Draw the arrows' })
    .click();
  await expect(page).toHaveURL(/#draw-the-arrows$/);
  await expect(page.getByRole('heading', { name: 'Draw the arrows' })).toBeInViewport();

  await page.goto(`${site.siteUrl}/resources`);
  const href = await page.getByRole('link', { name: 'Download Tournament rules' }).getAttribute('href');
  const answer = await page.request.get(site.siteUrl + (href ?? ''));
  expect(answer.status()).toBe(200);
  expect(answer.headers()['content-type']).toBe('application/pdf');
});

test('a missing article shows the 404 page', async ({ page, site }) => {
  const answer = await page.goto(`${site.siteUrl}/resources/no-such-article`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
});

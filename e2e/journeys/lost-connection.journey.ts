import type { Locator, Page } from '@playwright/test';
import { newRegistration, registerPerson } from '../src/testing/person.ts';
import { check } from './check.ts';
import { expect, newMember, openInConsole, randomWord, signInAsAdmin, test, toast, withoutConnection } from './site.ts';

const LOST = 'No connection. Everything you typed is still here; try again.';

/** A form of the console, with a random word in what is typed. */
interface Typing {
  /** The path of its page. */
  readonly path: string;
  /** Opens the form, where the page does not show it. */
  readonly open?: (page: Page) => Promise<void>;
  /** Types into it: everything, or what no browser may keep. */
  readonly type: (form: Locator) => Promise<void>;
  readonly typeSecrets?: (form: Locator) => Promise<void>;
  /** The part of the page with the form; the page by default. */
  readonly form?: (page: Page) => Locator;
  /** The field with the random word, and its value. */
  readonly field: (form: Locator) => Locator;
  readonly value: string | RegExp;
  readonly save: string;
  /** The element that shows that it was saved. */
  readonly saved: (page: Page) => Locator;
}

/** Types, loses the connection, saves in vain, reloads, finds what was typed, and saves it once. */
const loseNothing = async (page: Page, siteUrl: string, typing: Typing): Promise<void> => {
  const { path, open, type, typeSecrets, form = (all) => all.locator('body'), field, value, save, saved } = typing;
  const button = form(page).getByRole('button', { name: save, exact: true });
  await page.goto(siteUrl + path);
  await open?.(page);
  await type(form(page));
  await typeSecrets?.(form(page));
  await withoutConnection(page, async () => {
    await button.click();
    await expect(page.getByText(LOST).first()).toBeVisible();
    await expect(page.getByText('No connection. This page may be out of date.')).toBeVisible();
    await expect(field(form(page))).toHaveValue(value);
  });
  await expect(page.getByText('No connection. This page may be out of date.')).toHaveCount(0);
  await page.reload();
  await open?.(page);
  await expect(field(form(page))).toHaveValue(value);
  await typeSecrets?.(form(page));
  await button.click();
  await expect(saved(page)).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await open?.(page);
  await expect(page.getByText('This browser kept it.')).toHaveCount(0);
};

const dialogOf = (page: Page): Locator => page.locator('dialog[open]').first();
const press =
  (name: string) =>
  (page: Page): Promise<void> =>
    page.getByRole('button', { name, exact: true }).click();

test('a lost connection loses nothing that was typed about content, and saves nothing twice', async ({
  page,
  site,
}) => {
  test.setTimeout(300_000);
  const word = randomWord();
  await signInAsAdmin(page, site);
  const lose = (name: string, typing: Typing) => test.step(name, () => loseNothing(page, site.siteUrl, typing));

  await lose('a new event', {
    path: '/admin/events?edit=new',
    type: async (form) => {
      await form.getByLabel('Title').fill(`Event ${word}`);
      await form.getByLabel('Description').fill('Two rounds.');
      await form.getByLabel('Begins').fill('2042-11-09T12:00');
      await form.getByLabel('Ends').fill('2042-11-09T19:00');
      await form.getByLabel('Registration deadline').fill('2042-11-02T23:59');
      await form.getByLabel('Price', { exact: true }).fill('12.34');
    },
    field: (form) => form.getByLabel('Price', { exact: true }),
    value: '12.34',
    save: 'Create Event',
    saved: (all) => all.getByText('Event created'),
  });
  await page.goto(`${site.siteUrl}/admin/events?q=${word}`);
  await expect(page.getByRole('row').filter({ hasText: word })).toHaveCount(1);
  const edit = await page.getByRole('row').filter({ hasText: word }).getByRole('link').first().getAttribute('href');

  await lose('an event that is edited', {
    path: edit!,
    type: (form) => form.getByLabel('Description').fill(`Three rounds, ${word}.`),
    field: (form) => form.getByLabel('Description'),
    value: `Three rounds, ${word}.`,
    save: 'Save Event',
    saved: (all) => all.getByText('Event saved'),
  });

  await lose('a testimonial', {
    path: `/admin/testimonials?q=${word}`,
    open: press('New testimonial'),
    form: dialogOf,
    type: async (form) => {
      await form.getByLabel('Name').fill(word);
      await form.getByLabel('Role').fill('A test');
      await form.getByLabel('Quote').fill(`Said by ${word}.`);
    },
    field: (form) => form.getByLabel('Quote'),
    value: `Said by ${word}.`,
    save: 'Add testimonial',
    saved: (all) => all.getByRole('row').filter({ hasText: word }),
  });

  await lose('a canned reply', {
    path: '/admin/canned-replies',
    open: press('Add a canned reply'),
    form: dialogOf,
    type: async (form) => {
      await form.getByLabel('Name').fill(`Reply ${word}`);
      await form.getByRole('textbox', { name: 'Reply' }).fill(`Come on Sunday, ${word}.`);
    },
    field: (form) => form.getByRole('textbox', { name: 'Reply' }),
    value: `Come on Sunday, ${word}.`,
    save: 'Save',
    saved: (all) => all.getByText(`Come on Sunday, ${word}.`),
  });

  await lose('a campaign', {
    path: '/admin?tab=messaging',
    type: async (form) => {
      await form.getByLabel('Name', { exact: true }).fill(`Campaign ${word}`);
      await form.getByLabel('Subject', { exact: true }).fill('A subject');
      await form.getByLabel('Text', { exact: true }).fill(`Dear ${word}`);
    },
    form: (all) => all.getByRole('form', { name: 'New campaign' }),
    field: (form) => form.getByLabel('Text', { exact: true }),
    value: `Dear ${word}`,
    save: 'Create Campaign',
    saved: (all) => all.getByRole('row').filter({ hasText: `Campaign ${word}` }),
  });

  await lose('a text of the site', {
    path: '/admin/site-texts?edit=homeQuestions',
    type: async (form) => {
      const answer = form.getByLabel('Answer').first();
      await answer.fill(`${await answer.inputValue()} ${word}`);
    },
    field: (form) => form.getByLabel('Answer').first(),
    value: new RegExp(word),
    save: 'Save',
    saved: (all) => all.getByText('Saved', { exact: true }),
  });

  await lose('an article', {
    path: '/admin/articles?edit=new',
    type: async (form) => {
      await form.getByLabel('Title', { exact: true }).fill(`Article ${word}`);
      await form.getByLabel('Text', { exact: true }).fill(`Read this, ${word}.`);
    },
    field: (form) => form.getByLabel('Text', { exact: true }),
    value: `Read this, ${word}.`,
    save: 'Create draft',
    saved: (all) => all.getByText('Draft created'),
  });
});

test('a lost connection loses nothing that was typed about people, which logging out deletes', async ({
  page,
  site,
}) => {
  test.setTimeout(300_000);
  const word = randomWord();
  const member = { ...newMember(), lastName: `Lost${word}` };
  await registerPerson(site, { ...newRegistration(), ...member });
  const path = `/admin/people?email=${encodeURIComponent(member.email)}`;
  await signInAsAdmin(page, site);
  const lose = (name: string, typing: Typing) => test.step(name, () => loseNothing(page, site.siteUrl, typing));
  const noteOf = (all: Page): Locator => all.getByRole('form', { name: 'New note' });

  await lose('a note', {
    path,
    form: noteOf,
    type: (form) => form.getByLabel('Note').fill(`Asked, ${word}`),
    field: (form) => form.getByLabel('Note'),
    value: `Asked, ${word}`,
    save: 'Add note',
    saved: (all) => all.getByRole('region', { name: 'Notes' }).getByRole('listitem'),
  });

  await lose('a corrected name', {
    path,
    open: press('Correct Details'),
    form: dialogOf,
    type: (form) => form.getByLabel('First name').fill(`Adah${word}`),
    field: (form) => form.getByLabel('First name'),
    value: `Adah${word}`,
    save: 'Save',
    saved: (all) => all.getByRole('heading', { name: `Adah${word} ${member.lastName}` }),
  });

  await lose('an invitation', {
    path: '/admin/administrators',
    open: press('Invite an administrator'),
    form: dialogOf,
    type: async (form) => {
      await form.getByLabel('Name').fill(`Grace ${word}`);
      await form.getByLabel('Email').fill(`grace.${word}@example.com`);
    },
    typeSecrets: async (form) => {
      await expect(form.getByLabel('Current password')).toHaveValue('');
      await form.getByLabel('Current password').fill(site.admin.password);
    },
    field: (form) => form.getByLabel('Name'),
    value: `Grace ${word}`,
    save: 'Send the invitation',
    saved: (all) => all.getByRole('row').filter({ hasText: `grace.${word}@example.com` }),
  });

  await test.step('logging out deletes what is about others', async () => {
    await page.goto(site.siteUrl + path);
    await noteOf(page).getByLabel('Note').fill('Not saved yet');
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.waitForURL(`${site.siteUrl}/admin/login*`);
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('personal')))).toEqual([]);
  });
});

test('a form that is closed by mistake asks first', async ({ page, site }) => {
  const word = randomWord();
  await signInAsAdmin(page, site);
  await page.goto(`${site.siteUrl}/admin/testimonials`);
  const form = page.getByRole('dialog', { name: 'New testimonial' });
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
  await press('New testimonial')(page);
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();

  await press('New testimonial')(page);
  await form.getByLabel('Quote').fill(word);
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await check(page, '/admin/testimonials, the question', 'dialog[open]');
  // A second Escape closes the question only, whatever the browser makes of it.
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(form.getByLabel('Quote')).toHaveValue(word);
  await form.getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'Keep typing' }).click();
  await expect(form.getByLabel('Quote')).toHaveValue(word);

  // The way back in the browser keeps it, too.
  await page.goto(`${site.siteUrl}/admin/events?edit=new`);
  await page.getByLabel('Title').fill(`Event ${word}`);
  await page.goBack();
  await press('New testimonial')(page);
  await expect(form.getByLabel('Quote')).toHaveValue(word);
  await expect(form.getByText('This browser kept it.')).toBeVisible();
  await check(page, '/admin/testimonials, a kept form', 'dialog[open]');
  await form.getByLabel('Quote').fill(`${word} again`);
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(form).toBeHidden();
  await press('New testimonial')(page);
  await expect(form.getByLabel('Quote')).toHaveValue('');

  await page.goto(`${site.siteUrl}/admin/events?edit=new`);
  await expect(page.getByLabel('Title')).toHaveValue(`Event ${word}`);
  await page.getByRole('link', { name: 'Home' }).first().click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay here' }).click();
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('');
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('40.00');
  await expect(toast(page)).toHaveCount(0);
});

test('the way back in the browser asks before it loses what nothing keeps', async ({ page, site }) => {
  await signInAsAdmin(page, site);
  const goBack = () => page.evaluate(() => window.history.back());

  await test.step('on a page', async () => {
    await openInConsole(page, 'Settings', 'Security');
    const password = page.getByLabel('New password', { exact: true });
    await password.fill('not to be kept');
    await goBack();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await expect(question).toContainText('what you typed is not kept');
    await question.getByRole('button', { name: 'Stay here' }).click();
    await expect(password).toHaveValue('not to be kept');
    await goBack();
    await question.getByRole('button', { name: 'Leave', exact: true }).click();
    await expect(password).toBeHidden();
  });

  await test.step('in a dialog', async () => {
    await openInConsole(page, 'Settings', 'Administrators');
    await page.getByRole('button', { name: 'Require a second factor' }).click();
    const dialog = page.getByRole('dialog', { name: 'Require a second factor' });
    await dialog.getByLabel('Editor').check();
    await goBack();
    await page
      .getByRole('dialog', { name: 'Discard what you typed?' })
      .getByRole('button', { name: 'Keep typing' })
      .click();
    await expect(dialog.getByLabel('Editor')).toBeChecked();
  });
});

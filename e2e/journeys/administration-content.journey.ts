import type { Page } from '@playwright/test';
import type { RunFile } from '@lectern/tools/local/run-file';
import type { AdminArticle } from '@lectern/contracts/content/admin-model';
import { callApi } from '../src/testing/person.ts';
import { paidMember } from './member.ts';
import {
  adminTokenOf,
  chooseForRow,
  expect,
  logIn,
  openInConsole,
  randomWord,
  signInAsAdmin,
  test,
  toast,
} from './site.ts';

const openSection = async (page: Page, site: RunFile, title: string): Promise<void> => {
  await page.goto(`${site.siteUrl}/admin`);
  await openInConsole(page, 'Content', title);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
};

test('an article is written beside its preview, published, read, changed by two people at the same time and withdrawn', async ({
  page,
  site,
}) => {
  const word = randomWord();
  const title = `On listening ${word}`;
  const path = `/resources/on-listening-${word}`;
  await signInAsAdmin(page, site);
  await openSection(page, site, 'Articles');

  await test.step('the preview shows what readers will see, and says what it leaves out', async () => {
    await page.getByRole('link', { name: 'New article' }).click();
    await page.getByLabel('Title', { exact: true }).fill(title);
    await page.getByLabel('Text', { exact: true }).fill('## First\n\nListen *twice*. <b>Loud</b>');
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByRole('heading', { name: 'First' })).toBeVisible();
    await expect(preview.locator('em')).toHaveText('twice');
    await page.getByLabel('Text', { exact: true }).press('ControlOrMeta+End');
    await page.getByRole('toolbar').getByRole('button', { name: 'Bold' }).click();
    await page.keyboard.type('slowly');
    await expect(page.getByLabel('Text', { exact: true })).toHaveValue(/<\/b>\*\*slowly\*\*$/);
    await expect(preview.locator('strong')).toHaveText('slowly');
    await expect(preview).toContainText('has HTML of its own');
    await expect(page.getByText('0 of 70 characters.')).toBeVisible();
  });

  await test.step('leaving asks for confirmation, and the typed text is restored', async () => {
    await page.getByRole('link', { name: 'All articles' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Stay here' }).click();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue(title);
    await expect(page.getByText('kept in this browser')).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => window.localStorage.getItem('lectern:article-draft:new') ?? ''))
      .toContain(title);
    await page.getByRole('link', { name: 'All articles' }).click();
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('link', { name: 'New article' }).click();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue(title);
    await expect(page.getByText('This is your last unsaved version')).toBeVisible();
  });

  await test.step('a draft is created; what is missing for publication is named at its field', async () => {
    await page.getByRole('button', { name: 'Create draft' }).click();
    await expect(toast(page)).toContainText('Draft created');
    await expect(page.getByLabel('Web address')).toHaveValue(`on-listening-${word}`);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page
      .getByRole('dialog', { name: `Publish “${title}”?` })
      .getByRole('button', { name: 'Publish' })
      .click();
    await expect(page.getByText('A published article needs an excerpt')).toBeVisible();
    await page.getByLabel('Excerpt').fill('The second debate teaches more than the first one did.');
    await expect(page.getByText('A published article needs an excerpt')).toHaveCount(0);
    await page.getByLabel('Category').fill('Delivery');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(/All changes are saved\. Last changed by Administrator, /)).toBeVisible();
  });

  await test.step('published, it can be read at its URL, with and without JavaScript', async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await expect(toast(page)).toContainText('Published');
    await expect.poll(async () => (await fetch(site.siteUrl + path)).status).toBe(200);
    const reader = await page.context().newPage();
    await reader.goto(site.siteUrl + path);
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(reader).toHaveTitle(new RegExp(title));
    await reader.goto(`${site.siteUrl}/resources`);
    await reader.getByLabel('Search the articles').fill(word);
    await expect(reader.getByRole('link', { name: title })).toBeVisible();
    await reader.close();
  });

  await test.step('saving an older version shows the other person’s text, and lets one choose', async () => {
    const token = await adminTokenOf(site);
    const id = new URL(page.url()).searchParams.get('edit') ?? '';
    const { body } = await callApi<AdminArticle>(site, 'GET', `/api/admin/articles/${id}`, { token });
    const { title: theirTitle, slug, category, author, metaTitle, metaDescription, content, version } = body;
    const edit = {
      title: theirTitle,
      slug,
      category,
      author,
      metaTitle,
      metaDescription,
      content,
      excerpt: 'Their excerpt.',
      version,
    };
    expect((await callApi(site, 'PUT', `/api/admin/articles/${id}`, { token, body: edit })).status).toBe(200);
    await page.getByLabel('Excerpt').fill('My excerpt.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const conflict = page.getByRole('region', { name: 'Somebody else saved first' });
    await expect(conflict).toContainText('Their excerpt.');
    await expect(conflict).toContainText('My excerpt.');
    await conflict.getByRole('button', { name: 'Overwrite with mine' }).click();
    await expect(page.getByText('All changes are saved.')).toBeVisible();
    expect((await callApi<AdminArticle>(site, 'GET', `/api/admin/articles/${id}`, { token })).body.excerpt).toBe(
      'My excerpt.',
    );
  });

  await test.step('unpublished, it is nowhere on the site, and can be deleted', async () => {
    await page.getByRole('button', { name: 'Unpublish' }).click();
    await page
      .getByRole('dialog', { name: `Unpublish “${title}”?` })
      .getByRole('button', { name: 'Unpublish' })
      .click();
    await expect(toast(page)).toContainText('Unpublished');
    await expect.poll(async () => (await fetch(site.siteUrl + path)).status).toBe(404);
    await page.getByRole('link', { name: 'All articles' }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill(word);
    // The list that the search brings closes a menu of the one before.
    await expect(page.getByRole('button', { name: /^Actions for / })).toHaveCount(1);
    await chooseForRow(page, title, 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No articles match')).toBeVisible();
  });
});

test('a testimonial is added, shown first, hidden and deleted', async ({ page, site }) => {
  const word = randomWord();
  const quote = `An entry of a test, ${word}.`;
  await signInAsAdmin(page, site);
  await openSection(page, site, 'Testimonials');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'New testimonial' }).click();
  await dialog.getByRole('button', { name: 'Add testimonial' }).click();
  await expect(dialog.getByText('Enter the name of the person')).toBeVisible();
  await dialog.getByLabel('Name').fill(word);
  await dialog.getByLabel('Role').fill('A test');
  await dialog.getByLabel('Quote').fill(quote);
  await dialog.getByLabel('Rating').selectOption('4');
  await dialog.getByLabel('Picture').fill('http://example.com/a.png');
  await dialog.getByRole('button', { name: 'Add testimonial' }).click();
  await expect(dialog.getByText('Enter the address of a picture on this site, beginning with https://')).toBeVisible();
  await dialog.getByLabel('Picture').fill('');
  await dialog.getByRole('button', { name: 'Add testimonial' }).click();
  await expect(toast(page)).toContainText('Testimonial Created');
  await expect.poll(async () => (await (await fetch(`${site.siteUrl}/`)).text()).includes(quote)).toBe(true);

  await page.getByRole('searchbox', { name: 'Search' }).fill(word);
  const row = page.getByRole('row').filter({ hasText: quote });
  await expect(row).toContainText('4 of 5');
  await chooseForRow(page, word, 'Hide');
  await expect(row).toContainText('Hidden');
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page)).toContainText(`The testimonial of ${word} is shown again.`);
  await expect(row).toContainText('Shown');
  await expect.poll(async () => (await (await fetch(`${site.siteUrl}/`)).text()).includes(quote)).toBe(true);
  await chooseForRow(page, word, 'Hide');
  await expect(row).toContainText('Hidden');
  await expect.poll(async () => (await (await fetch(`${site.siteUrl}/`)).text()).includes(quote)).toBe(false);
  await chooseForRow(page, word, 'Delete');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No testimonials match')).toBeVisible();
});

test('a recording gets the association’s own name, and is hidden from members', async ({ page, site }) => {
  const word = randomWord();
  const made = await fetch(`${site.sandboxUrl}/zoom/test_helpers/recordings`, {
    method: 'POST',
    body: JSON.stringify({ topic: `Zoom Meeting ${word}` }),
  });
  expect(made.status).toBeLessThan(300);
  const member = await paidMember(site);
  await signInAsAdmin(page, site);
  await openSection(page, site, 'Recordings');
  await page.getByRole('searchbox', { name: 'Search' }).fill(word);
  const dialog = page.getByRole('dialog');
  await chooseForRow(page, `Zoom Meeting ${word}`, 'Rename');
  await dialog.getByLabel('Name').fill(`Finals ${word}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row').filter({ hasText: `Finals ${word}` })).toContainText(`Zoom Meeting ${word}`);

  const members = await page.context().newPage();
  await logIn(members, site, member);
  await members.goto(`${site.siteUrl}/recordings`);
  await expect(members.getByText(`Finals ${word}`)).toBeVisible();
  await chooseForRow(page, `Finals ${word}`, 'Hide');
  await dialog.getByRole('button', { name: 'Hide it' }).click();
  await expect(page.getByRole('row').filter({ hasText: `Finals ${word}` })).toContainText('Hidden');
  await members.reload();
  await expect(members.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(members.getByText(`Finals ${word}`)).toHaveCount(0);
  await members.close();
});

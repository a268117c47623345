import type { Page } from '@playwright/test';
import type { RunFile } from '@lectern/tools/local/run-file';
import type { AdminArticle } from '@lectern/contracts/content/admin-model';
import type { ManagedDocument } from '@lectern/contracts/content/document-http';
import { aPng } from '@lectern/test-kit/png';
import { aPdf, hasContentsOf } from '../src/testing/pdf.ts';
import { callApi } from '../src/testing/person.ts';
import { check } from './check.ts';
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
    await page.getByLabel('Text', { exact: true }).press('ControlOrMeta+Home');
    await page.getByRole('toolbar').getByRole('button', { name: 'Subheading' }).click();
    await expect(page.getByLabel('Text', { exact: true })).toHaveValue(/^### First\n/);
    await page.getByRole('toolbar').getByRole('button', { name: 'Heading', exact: true }).click();
    await expect(page.getByLabel('Text', { exact: true })).toHaveValue(/^## First\n/);
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
    await expect(page.getByText('A published article needs an excerpt')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
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
  await dialog.getByRole('button', { name: 'Upload a picture' }).click();
  const upload = page.getByRole('dialog', { name: 'Picture', exact: true });
  await upload
    .getByLabel('File')
    .setInputFiles({ name: 'portrait.png', mimeType: 'image/png', buffer: aPng(400, 500) });
  await expect(upload.getByAltText('The chosen file')).toBeVisible();
  await upload.getByRole('button', { name: 'Use this picture' }).click();
  await expect(upload).toBeHidden();
  const picture = dialog.getByAltText('The picture as the site shows it');
  await expect(picture).toHaveAttribute('src', /^\/api\/pictures\/[\w-]{36}\/400\.webp$/);
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(400);
  await dialog.getByRole('button', { name: 'Remove picture' }).click();
  await expect(picture).toBeHidden();
  await dialog.getByRole('button', { name: 'Upload a picture' }).click();
  await upload
    .getByLabel('File')
    .setInputFiles({ name: 'portrait.png', mimeType: 'image/png', buffer: aPng(400, 500) });
  await upload.getByRole('button', { name: 'Use this picture' }).click();
  await expect(picture).toBeVisible();
  await check(page, 'a testimonial with a picture', 'dialog[open]');
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

test('a testimonial is hidden while the answer about another one is awaited', async ({ page, site }) => {
  const word = randomWord();
  const token = await adminTokenOf(site);
  for (const name of ['First', 'Second']) {
    const body = { name: `${name} ${word}`, role: 'A test', quote: `An entry of a test, ${word}.`, rating: 5 };
    expect((await callApi(site, 'POST', '/api/admin/testimonials', { token, body })).status).toBe(201);
  }
  await signInAsAdmin(page, site);
  await page.goto(`${site.siteUrl}/admin/testimonials?q=${word}`);
  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: `${name} ${word}` });
  let letThrough = (): void => undefined;
  const isLetThrough = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(
    '**/api/admin/testimonials/*/hide',
    async (route) => {
      await isLetThrough;
      await route.continue();
    },
    { times: 1 },
  );
  await chooseForRow(page, `First ${word}`, 'Hide');
  await chooseForRow(page, `Second ${word}`, 'Hide');
  await expect(rowOf('Second')).toContainText('Hidden');
  await expect(rowOf('First')).toContainText('Shown');
  letThrough();
  await expect(rowOf('First')).toContainText('Hidden');
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

test('a document is replaced: a wrong file is refused beside what was typed, a conflict is shown, and the old version returns', async ({
  page,
  site,
}) => {
  const TITLE = 'Event Descriptions';
  const KEY = 'event-descriptions';
  const words = `The events, ${randomWord()}.`;
  const file = aPdf(300_000);
  const readers = async (): Promise<Buffer> =>
    Buffer.from(await (await fetch(`${site.siteUrl}/api/documents/${KEY}`)).arrayBuffer());
  const shipped = await readers();
  await signInAsAdmin(page, site);
  await openSection(page, site, 'Documents');
  const row = page.getByRole('row', { name: TITLE });
  await expect(row).toContainText('Everybody');
  await expect(row).toContainText('Came with the site');
  await check(page, '/admin/documents');

  const dialog = page.getByRole('dialog');
  await test.step('a page that is named like a PDF is refused, and what was typed stays', async () => {
    await page.getByRole('button', { name: `Edit ${TITLE}` }).click();
    await dialog.getByLabel('Description').fill(words);
    const chosen = { name: 'events.pdf', mimeType: 'application/pdf' };
    await dialog.getByLabel('File').setInputFiles({ ...chosen, buffer: Buffer.from('<html>Not a PDF</html>') });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('This file is not a PDF')).toBeVisible();
    await expect(dialog.getByLabel('Description')).toHaveValue(words);
    await check(page, '/admin/documents with a refused file', 'dialog[open]');
    await dialog.getByLabel('File').setInputFiles({ ...chosen, buffer: file });
    await expect(dialog.getByText('This file is not a PDF')).toBeHidden();
  });

  await test.step('somebody else saves first: both versions are shown, and the upload is saved over theirs', async () => {
    const token = await adminTokenOf(site);
    const path = `/api/admin/documents/${KEY}`;
    const { body } = await callApi<ManagedDocument>(site, 'GET', path, { token });
    const theirs = { title: body.title, description: 'Their words.', version: body.version, file: null };
    expect((await callApi(site, 'PUT', path, { token, body: theirs })).status).toBe(200);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Somebody else saved first')).toBeVisible();
    await expect(dialog.getByRole('row', { name: 'Their words.' })).toContainText(words);
    await check(page, '/admin/documents with a conflict', 'dialog[open]');
    await dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
    await expect(toast(page)).toContainText('Saved');
    await expect(dialog).toBeHidden();
    await expect(row).toContainText(words);
    await expect(row).toContainText('Administrator');
    expect(hasContentsOf(await readers(), file)).toBe(true);
  });

  await test.step('every version is in the history, can be downloaded, and returns when it is restored', async () => {
    await page.getByRole('link', { name: TITLE }).click();
    const history = page.getByRole('region', { name: 'History' });
    await expect(history.getByRole('row')).toHaveCount(4);
    const download = page.waitForEvent('download');
    await history.getByRole('button', { name: 'Download version 1' }).click();
    expect((await download).suggestedFilename()).toBe(`${KEY}-version-1.pdf`);
    await history.getByRole('button', { name: 'Restore version 1' }).click();
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await expect(toast(page)).toContainText('Restored');
    await expect(history.getByRole('row').nth(1)).toContainText('4 (version 1 again)');
    await check(page, '/admin/documents?document=event-descriptions');
    await expect.poll(async () => (await readers()).equals(shipped)).toBe(true);
  });
});

test('an article shows an uploaded picture, which needs an alt text', async ({ page, site }) => {
  const word = randomWord();
  const path = `/resources/a-hall-${word}`;
  const text = () => page.getByLabel('Text', { exact: true });
  const alt = 'A speaker at a lectern in a full hall.';
  await signInAsAdmin(page, site);
  await openSection(page, site, 'Articles');
  await page.getByRole('link', { name: 'New article' }).click();
  await page.getByLabel('Title', { exact: true }).fill(`A hall ${word}`);
  await text().fill('Every hall is smaller than it looks.');
  await page.getByLabel('Excerpt').fill('Halls are smaller than they look from the lectern.');
  await page.getByLabel('Category').fill('Delivery');
  const dialog = page.getByRole('dialog', { name: 'Picture' });
  const file = { name: 'hall.png', mimeType: 'image/png', buffer: aPng(1_200, 800) };

  await test.step('a file that is not accepted is refused at its field; a lost connection loses neither file nor words', async () => {
    await page.getByRole('toolbar').getByRole('button', { name: 'Picture' }).click();
    await dialog.getByRole('button', { name: 'Insert picture' }).click();
    await expect(dialog.getByText('Choose a picture')).toBeVisible();
    await expect(dialog.getByText('what would a person miss who cannot see the picture?')).toBeVisible();
    await dialog.getByLabel('Alt text').fill(alt);
    await dialog.getByLabel('File').setInputFiles({ ...file, buffer: Buffer.from('<svg><script/></svg>') });
    await dialog.getByRole('button', { name: 'Insert picture' }).click();
    await expect(dialog.getByText('SVG files can contain programs. Save it as PNG.')).toBeVisible();
    await dialog.getByLabel('File').setInputFiles(file);
    await expect(dialog.getByAltText('The chosen file')).toBeVisible();
    await check(page, 'the dialog of a picture', 'dialog[open]');
    await page.route('**/api/admin/pictures', (route) => route.abort('connectionreset'), { times: 1 });
    // The browser's own word about the connection that this journey breaks.
    page.removeAllListeners('console');
    await dialog.getByRole('button', { name: 'Insert picture' }).click();
    await expect(dialog.getByText('No connection. Everything you typed is still here; try again.')).toBeVisible();
    await expect(dialog.getByLabel('Alt text')).toHaveValue(alt);
  });

  await test.step('the uploaded picture is in the text, and in the preview', async () => {
    await dialog.getByRole('button', { name: 'Insert picture' }).click();
    await expect(dialog).toBeHidden();
    await expect(text()).toHaveValue(
      /^Every hall is smaller than it looks\.\n\n!\[A speaker at a lectern in a full hall\.\]\(\/api\/pictures\/[\w-]{36}\/1200x800\)$/,
    );
    await expect(page.getByRole('region', { name: 'Preview' }).getByAltText(alt)).toBeVisible();
  });

  await test.step('it is not published without the alt text', async () => {
    const written = await text().inputValue();
    await text().fill(written.replace(alt, ''));
    await page.getByRole('button', { name: 'Create draft' }).click();
    await expect(toast(page)).toContainText('Draft created');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const asks = page.getByRole('dialog', { name: /^Publish/ });
    await expect(asks).toContainText('has a picture without alt text');
    await asks.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('A picture has no alt text.')).toBeVisible();
    await text().fill(written);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(/All changes are saved\./)).toBeVisible();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await expect(toast(page)).toContainText('Published');
  });

  await test.step('a visitor sees it on every width, and nothing moves when it arrives', async () => {
    await expect.poll(async () => (await fetch(site.siteUrl + path)).status).toBe(200);
    const reader = await page.context().newPage();
    await reader.setViewportSize({ width: 360, height: 740 });
    await reader.addInitScript(() => {
      Object.assign(window, { shifted: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          Object.assign(window, {
            shifted: (window as unknown as { shifted: number }).shifted + (entry as unknown as { value: number }).value,
          });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await reader.goto(site.siteUrl + path);
    const shown = reader.getByAltText(alt);
    await shown.scrollIntoViewIfNeeded();
    await expect
      .poll(() =>
        shown.evaluate((image: HTMLImageElement) => [image.complete, image.naturalWidth > 0, image.currentSrc]),
      )
      .toEqual([true, true, expect.stringMatching(/\/\d+\.avif$/)]);
    const box = (await shown.boundingBox())!;
    expect(Math.abs(box.width / box.height - 1.5)).toBeLessThan(0.02);
    expect(await reader.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThan(0.01);
    await check(reader, path);
    await reader.close();
  });
});

import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page, test as base } from '@playwright/test';
import { currentRun, type RunFile } from '@lectern/tools/local/run-file';
import { emailTo } from '../src/testing/mailbox.ts';
import { callApi, registerPerson } from '../src/testing/person.ts';

/**
 * Console messages that are no fault: an error status or a lost connection that the journey itself provokes, and that the recorder of
 * traces is kept out of the frame of an email, in which no scripts run.
 */
const PROVOKED =
  /Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)|Blocked script execution in 'about:srcdoc'/;

/** A journey's world: the running system, and a page on which nothing may go wrong in the console. */
export const test = base.extend<{ site: RunFile; page: Page }>({
  site: async ({}, use) => use(currentRun()),
  page: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !PROVOKED.test(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await use(page);
    expect(complaints, 'errors in the browser’s console').toEqual([]);
  },
});

export { expect } from '@playwright/test';
export { emailsTo } from '../src/testing/mailbox.ts';

export interface NewMember {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
}

/** A person without an account. */
export const newMember = (): NewMember => ({
  firstName: 'Ada',
  lastName: `Okafor ${randomUUID().slice(0, 4)}`,
  email: `ada+${randomUUID().slice(0, 8)}@example.com`,
  password: 'a long enough password',
});

/** Types a person into the form of `/register` that is open. */
export const fillRegistration = async (page: Page, member: NewMember): Promise<void> => {
  await page.getByLabel('First name').fill(member.firstName);
  await page.getByLabel('Last name').fill(member.lastName);
  await page.getByLabel('Email', { exact: true }).fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByLabel('Confirm password', { exact: true }).fill(member.password);
};

/** Sends the form of `/register` that is open, and waits for the provider's page. */
export const goOnToPayment = async (page: Page, site: RunFile): Promise<void> => {
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.waitForURL(`${site.sandboxUrl}/stripe/checkout/**`);
};

/** Registers without the form, and opens the provider's page. */
export const register = async (page: Page, site: RunFile, member: NewMember): Promise<void> => {
  const { email, firstName, lastName, password } = member;
  const registration = { email, firstName, lastName, password, confirmPassword: password, plan: 'monthly' as const };
  await page.goto(await registerPerson(site, registration));
};

/** Presses Pay on the provider's page, with the card that is chosen there, and waits for the way back. */
export const pay = async (page: Page, card?: string): Promise<void> => {
  if (card !== undefined) await page.getByLabel(card).check();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.waitForURL('**/subscribe/success**');
};

/**
 * Logs this browser in, with its cookies and its name, and stores what the form stores. The form itself is for `fillLogin`.
 */
const storeLogin = async (
  page: Page,
  site: RunFile,
  path: string,
  { email, password }: Pick<NewMember, 'email' | 'password'>,
  store: (answer: { token: string; admin: object }) => Record<string, string>,
): Promise<void> => {
  const answer = await page.request.post(site.siteUrl + path, { data: { email, password } });
  expect(answer.status(), `logging in at ${path}`).toBe(200);
  if (!page.url().startsWith(site.siteUrl)) await page.goto(`${site.siteUrl}/robots.txt`);
  const values = store((await answer.json()) as { token: string; admin: object });
  await page.evaluate((stored) => void Object.assign(localStorage, stored), values);
};

export const logIn = async (
  page: Page,
  site: RunFile,
  member: Pick<NewMember, 'email' | 'password'>,
): Promise<void> => {
  await storeLogin(page, site, '/api/auth/login', member, ({ token }) => ({ userToken: token }));
  await page.goto(`${site.siteUrl}/dashboard`);
};

export const signInAsAdmin = async (page: Page, site: RunFile, admin = site.admin): Promise<void> => {
  await storeLogin(page, site, '/api/admin/login', admin, (answer) => ({
    adminToken: answer.token,
    adminUser: JSON.stringify(answer.admin),
  }));
  await page.goto(`${site.siteUrl}/admin`);
};

/** Follows the console's navigation to a page of an area. */
export const openInConsole = async (page: Page, area: string, name: string): Promise<void> => {
  const navigation = page.getByRole('navigation', { name: 'Console' });
  // Some areas show how much waits there.
  await navigation.getByRole('link', { name: new RegExp(`^${area}( \\d+)?$`) }).click();
  await navigation.getByRole('link', { name, exact: true }).click();
};

/** Chooses an item in the menu of a row. `name` is the row's name, or its beginning. */
export const chooseForRow = async (page: Page, name: string, item: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};

/** A token of the system's administrator. */
export const adminTokenOf = async (site: RunFile): Promise<string> =>
  (await callApi<{ token: string }>(site, 'POST', '/api/admin/login', { body: site.admin })).body.token;

/** Takes the connection away from the page while it works. */
export const withoutConnection = async (page: Page, work: () => Promise<void>): Promise<void> => {
  await page.context().setOffline(true);
  await work();
  await page.context().setOffline(false);
};

/** The newest message at the edge of the page. */
export const toast = (page: Page): Locator => page.getByTestId('toast').last();

/** Presses twice before the page can answer the first press. */
export const pressTwice = (button: Locator): Promise<void> =>
  button.evaluate((element: HTMLButtonElement) => {
    element.click();
    element.click();
  });

/** Lets the mailbox of an address refuse its newest email, as one does that is not there any more. */
export const bounce = async (site: RunFile, address: string): Promise<void> => {
  const { id } = await emailTo(site, address, () => true);
  const reported = await fetch(`${site.sandboxUrl}/mail/api/messages/${id}/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ event: 'bounce' }),
  });
  expect(reported.status).toBe(202);
};

/** The number on one of the administrator's cards. A change since the last refresh may stand beside it. */
export const countOf = async (page: Page, label: string): Promise<number> => {
  const card = page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });
  const text = await card.locator('dd').first().innerText();
  return Number((/^[\d,]+/.exec(text)?.[0] ?? 'NaN').replaceAll(',', ''));
};

const LINK = /https?:\/\/\S+token=[^\s<>"]+/;

/** The first link with a token in the newest email of that subject, once the email is there. */
export const linkIn = async (site: RunFile, address: string, subject: string): Promise<string> => {
  const { text } = await emailTo(site, address, (mail) => mail.subject === subject && LINK.test(mail.text));
  return LINK.exec(text)![0];
};

/** How much of the page has shifted without input so far (https://web.dev/articles/cls). */
export const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) sum += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
        // The next frame but one is drawn after the observer has received everything before it.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))));
      }),
  );

/** A word that nothing else has, of letters alone: it may be a name. */
export const randomWord = (): string =>
  `q${randomUUID()
    .slice(0, 8)
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)}`;

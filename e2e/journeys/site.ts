import { randomUUID } from 'node:crypto';
import { expect, type Page, test as base } from '@playwright/test';
import { currentRun, type RunFile } from '@lectern/tools/local/run-file';

/**
 * Console messages that are no fault: an error status that the journey itself provokes, and that the recorder of traces is kept out of the
 * frame of an email, in which no scripts run.
 */
const PROVOKED =
  /Failed to load resource: the server responded with a status of 4\d\d|Blocked script execution in 'about:srcdoc'/;

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

/** Fills in `/register` and goes on to the provider's page. */
export const register = async (page: Page, site: RunFile, member: NewMember, plan?: 'annual'): Promise<void> => {
  await page.goto(`${site.siteUrl}/register${plan === undefined ? '' : `?plan=${plan}`}`);
  await fillRegistration(page, member);
  await goOnToPayment(page, site);
};

/** Presses Pay on the provider's page, with the card that is chosen there, and waits for the way back. */
export const pay = async (page: Page, card?: string): Promise<void> => {
  if (card !== undefined) await page.getByLabel(card).check();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.waitForURL('**/subscribe/success**');
};

export const logIn = async (page: Page, site: RunFile, member: NewMember): Promise<void> => {
  await page.goto(`${site.siteUrl}/login`);
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL(`${site.siteUrl}/dashboard`);
};

export interface Email {
  readonly id: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** The emails in a mailbox, newest first. */
export const emailsTo = async (site: RunFile, address: string): Promise<Email[]> => {
  const answer = await fetch(`${site.sandboxUrl}/mail/api/messages?to=${encodeURIComponent(address)}`);
  return (await answer.json()) as Email[];
};

export const signInAsAdmin = async (page: Page, site: RunFile): Promise<void> => {
  await page.goto(`${site.siteUrl}/admin/login`);
  await page.getByLabel('Email').fill(site.admin.email);
  await page.getByLabel('Password', { exact: true }).fill(site.admin.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL(`${site.siteUrl}/admin`);
};

/** The number on one of the administrator's cards. A change since the last refresh may stand beside it. */
export const countOf = async (page: Page, label: string): Promise<number> => {
  const card = page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });
  const text = await card.locator('dd').first().innerText();
  return Number((/^[\d,]+/.exec(text)?.[0] ?? 'NaN').replaceAll(',', ''));
};

/** The first link with a token in the newest email of that subject, once the email is there. */
export const linkIn = async (site: RunFile, address: string, subject: string): Promise<string> => {
  const look = async () => {
    const message = (await emailsTo(site, address)).find((candidate) => candidate.subject === subject);
    return /https?:\/\/\S+token=[^\s<>"]+/.exec(message?.text ?? '')?.[0];
  };
  await expect.poll(look, `a link in the email “${subject}”`).toBeDefined();
  return (await look()) ?? '';
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

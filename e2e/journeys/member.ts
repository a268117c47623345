import type { Page } from '@playwright/test';
import type { RunFile } from '@lectern/tools/local/run-file';
import { joinAs, newRegistration, registerPerson } from '../src/testing/person.ts';
import type { NewMember } from './site.ts';

/** Every member page, and its message to a visitor who is not signed in. */
export const MEMBER_PAGES: readonly [path: string, reason: string][] = [
  ['/dashboard', 'You need to log in to access your dashboard.'],
  ['/account/settings', 'You need to log in to change your settings.'],
  ['/account/subscription', 'You need to log in to manage your subscription.'],
  ['/member/resources', 'You need to log in to access member resources.'],
  ['/practice-topics', 'You need to log in to see the practice topics.'],
  ['/recordings', 'You need to log in to watch the recordings.'],
];

/** An account that has not paid, made without a browser. */
export const unpaidMember = async (site: RunFile): Promise<NewMember> => {
  const registration = newRegistration();
  await registerPerson(site, registration);
  return registration;
};

/** A person who registered and paid, made without a browser. */
export const paidMember = async (site: RunFile): Promise<NewMember> => {
  const registration = newRegistration();
  await joinAs(site, registration);
  return registration;
};

/** A gate for responses: they wait for `until`, which `release` resolves. */
export const held = (): { until: Promise<void>; release: () => void } => {
  let release = (): void => undefined;
  const until = new Promise<void>((resolve) => (release = resolve));
  return { until, release: () => release() };
};

/** The token of the person who is signed in. */
export const tokenOf = async (page: Page): Promise<string> =>
  (await page.evaluate(() => localStorage.getItem('userToken'))) ?? '';

/** Types who it is into the login form that is open, and sends it. */
export const fillLogin = async (page: Page, member: NewMember): Promise<void> => {
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
};

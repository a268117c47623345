import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminTestimonial } from '@lectern/contracts/content/admin-model';
import type { SiteTextVersion } from '@lectern/contracts/content/site-text-http';
import type { Testimonial } from '@lectern/contracts/content/model';
import { browserLaunchOptions } from '@lectern/test-kit/browser';
import { type Browser, chromium } from '@playwright/test';
import { callApi, logInPerson, newRegistration, patiently, registerPerson } from './testing/person.ts';
import { type RunningSystem, startSystem } from './testing/start-system.ts';

/*
 * A system with settings of its own. Another association runs the same build: its name, addresses, colors and logo come from the environment.
 * And it has two gateways: what was done at one must be known at the other.
 */
let folder: string;
let system: RunningSystem;
let browser: Browser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-branding-'));
  const logo = join(folder, 'mark.svg');
  await writeFile(
    logo,
    '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"><circle cx="16" cy="16" r="12" fill="#004080"/></svg>',
  );
  system = await startSystem({
    ASSOCIATION_NAME: 'Harbor',
    ASSOCIATION_FULL_NAME: 'Harbor Debate & Speech',
    SUPPORT_EMAIL: 'hello@harbor.example',
    ASSOCIATION_SOCIAL_URLS: 'none',
    ASSOCIATION_COLOR: '#004080',
    ASSOCIATION_LOGO: logo,
    LECTERN_REPLICAS: '2',
  });
  browser = await chromium.launch(await browserLaunchOptions());
});
afterAll(async () => {
  await browser.close();
  await system.stop();
  await rm(folder, { recursive: true });
});

const htmlOf = async (path: string): Promise<string> => (await fetch(system.siteUrl + path)).text();

describe('an association with its own profile', () => {
  it('has it in the HTML of every kind of page, and in the feed', async () => {
    const [article = ''] = /\/resources\/[a-z-]+/.exec(await htmlOf('/sitemap.xml')) ?? [];
    const paths = ['/', '/about', '/terms', '/resources', article, '/no-such-page', '/dashboard', '/feed.xml'];
    for (const path of paths) {
      const html = await htmlOf(path);
      expect([path, /Harbor Debate (?:&amp;|&#38;) Speech/.test(html)]).toEqual([path, true]);
      expect([path, /Lectern Speech/.test(html)]).toEqual([path, false]);
    }
  });

  it.each(['/', '/about', '/login', '/admin/login', '/no-such-page'])(
    'is taken over by the application at %s without a difference',
    async (path) => {
      const page = await browser.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().includes('status of 404')) complaints.push(message.text());
      });
      page.on('pageerror', ({ message }) => complaints.push(message));
      await page.goto(system.siteUrl + path, { waitUntil: 'networkidle' });
      expect(await page.title()).toContain('Harbor');
      expect(
        await page
          .locator('img[src="/logo.svg"]')
          .first()
          .evaluate((image) => (image as HTMLImageElement).naturalWidth),
      ).toBe(32);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--aff'))).toBe(
        '#004080',
      );
      expect((await page.locator('body').innerText()).match(/Lectern|lectern\.example/g)).toBeNull();
      expect(complaints).toEqual([]);
      await page.close();
    },
  );
});

describe('two gateways', () => {
  /** A gateway asks once more whether a session counts after half a second; the rest is for a busy machine. */
  const WITHIN_MS = 5_000;
  let here: { siteUrl: string };
  let there: { siteUrl: string };
  beforeAll(() => {
    [here, there] = system.siteUrls.map((siteUrl) => ({ siteUrl })) as [typeof here, typeof there];
  });

  const until = (what: string, isSo: () => Promise<boolean>): Promise<void> =>
    patiently(
      what,
      async () => {
        if (!(await isSo())) throw new Error('Not yet');
      },
      WITHIN_MS,
    );
  const quotes = async (site: { siteUrl: string }): Promise<string[]> =>
    (await callApi<Testimonial[]>(site, 'GET', '/api/testimonials')).body.map(({ quote }) => quote);

  it('both learn that a member signed out at one of them', async () => {
    const person = newRegistration();
    await registerPerson(here, person);
    const [token, other] = [await logInPerson(here, person), await logInPerson(there, person)];
    const seen = async (site: { siteUrl: string }, its: string): Promise<number> =>
      (await callApi(site, 'GET', '/api/auth/user', { token: its })).status;
    expect(await Promise.all([seen(here, token), seen(there, token), seen(there, other)])).toEqual([200, 200, 200]);
    expect((await callApi(here, 'POST', '/api/auth/logout', { token })).status).toBe(200);
    expect(await seen(here, token)).toBe(401);
    await until('the other gateway to learn of it', async () => (await seen(there, token)) === 401);
    // Another session of the same person goes on.
    expect(await seen(there, other)).toBe(200);
  });

  it('both show an administrator’s change at one of them, and cache no older version', async () => {
    const { admin } = await system.run();
    const { body } = await callApi<{ token: string }>(here, 'POST', '/api/admin/login', { body: admin });
    const before = await quotes(there);
    expect(await quotes(there)).toEqual(before);
    const made = await callApi<AdminTestimonial>(here, 'POST', '/api/admin/testimonials', {
      token: body.token,
      body: { name: 'Two doors', role: 'A trial', quote: 'Said at one door.', rating: 5 },
    });
    expect(made.status).toBe(201);
    expect(await quotes(here)).toContain('Said at one door.');
    await until('the other gateway to show it', async () => (await quotes(there)).includes('Said at one door.'));
    await callApi(here, 'DELETE', `/api/admin/testimonials/${made.body.id}`, { token: body.token });
    await until('the other gateway to forget it', async () => !(await quotes(there)).includes('Said at one door.'));
  });

  it('both show a changed profile on every kind of page, in a color sheet of its own, until it is restored', async () => {
    const { admin } = await system.run();
    const { body } = await callApi<{ token: string }>(here, 'POST', '/api/admin/login', { body: admin });
    const ask = <T>(method: string, path: string, sent?: object) =>
      callApi<T>(here, method, `/api/admin/site${path}`, { token: body.token, ...(sent && { body: sent }) });
    const { version, value } = (await ask<SiteTextVersion & { key: 'profile' }>('GET', '/profile')).body;
    expect([version, value.name, value.supportEmail]).toEqual([1, 'Harbor', 'hello@harbor.example']);
    const paths = ['/', '/terms', '/no-such-page', '/dashboard', '/login', '/feed.xml'];
    const everywhere = (fullName: string): Promise<void> =>
      until(`${fullName} on every page`, async () => {
        const pages = await Promise.all(
          [here, there].flatMap(({ siteUrl }) => paths.map(async (path) => (await fetch(siteUrl + path)).text())),
        );
        return pages.every((html) => html.includes(fullName));
      });
    const changed = { ...value, name: 'Haven', fullName: 'Haven Debating Society', color: '#1b5e20' };
    expect((await ask('PUT', '', { key: 'profile', value: changed, version })).status).toBe(200);
    await everywhere('Haven Debating Society');
    for (const { siteUrl } of [here, there]) {
      const [sheet = ''] = /\/theme-[\w-]+\.css/.exec(await (await fetch(siteUrl)).text()) ?? [];
      const theme = await fetch(siteUrl + sheet);
      expect(await theme.text()).toContain('--aff:#1b5e20;');
      expect(theme.headers.get('cache-control')).toContain('immutable');
    }
    expect((await ask('POST', '/profile/restore', { version: version + 1, restore: 1 })).status).toBe(200);
    await everywhere('Harbor Debate');
  });
});

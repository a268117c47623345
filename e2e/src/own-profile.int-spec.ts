import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { browserLaunchOptions } from '@lectern/test-kit/browser';
import { type Browser, chromium } from '@playwright/test';
import { type RunningSystem, startSystem } from './testing/start-system.ts';

/*
 * Another association runs the same build: its name, addresses, colors and logo come from the environment.
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

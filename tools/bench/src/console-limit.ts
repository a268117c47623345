import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { browserLaunchOptions } from '@lectern/test-kit/browser';
import { p95 } from '@lectern/tools/measured/percentile';
import { spreadOf } from '@lectern/tools/measured/spread';
import type { BenchLimit } from './bench-table.ts';
import { json, postJson } from './new-member.ts';
import { type StartedSystem, startSystem } from './started-system.ts';

const LIMIT_MS = 200;
const NAVIGATION = 'nav[aria-label="Console"]';
const LINKS = `${NAVIGATION} li a`;
const PLACEHOLDER = 'main [role="status"][aria-label^="Loading"], main [aria-busy="true"]';

interface Login {
  readonly token: string;
  readonly admin: object;
}

const signInTo = async (system: StartedSystem): Promise<Login> => {
  const { siteUrl, admin } = system.run;
  const { email, password } = admin;
  return json<Login>(await postJson(`${siteUrl}/api/admin/login`, JSON.stringify({ email, password })));
};

const signedIn = async (browser: Browser, siteUrl: string, { token, admin }: Login): Promise<BrowserContext> => {
  const localStorage = [
    { name: 'adminToken', value: token },
    { name: 'adminUser', value: JSON.stringify(admin) },
  ];
  return browser.newContext({
    viewport: { width: 1280, height: 800 },
    // For the condition below, which the page evaluates.
    bypassCSP: true,
    storageState: { cookies: [], origins: [{ origin: siteUrl, localStorage }] },
  });
};

/** The console in a page that has loaded no other data; from the second one on, the browser has its scripts. */
const consoleIn = async (context: BrowserContext, siteUrl: string): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(`${siteUrl}/admin`);
  await page.locator(NAVIGATION).waitFor();
  await page.waitForLoadState('networkidle');
  return page;
};

const linksIn = async (page: Page): Promise<string[]> => {
  const links = await page.locator(LINKS).all();
  return Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''));
};

/** Milliseconds from a press on a link of the navigation until its page stands there without a placeholder. */
const opening = async (page: Page, href: string): Promise<number> => {
  const link = `${LINKS}[href="${href}"]`;
  // Checked with every frame; waiting for a locator checks twice a second.
  const isShown = [
    `document.querySelector('${link}[aria-current]') !== null`,
    `document.querySelector('main h1') !== null`,
    `document.querySelector('${PLACEHOLDER}') === null`,
  ].join(' && ');
  const began = performance.now();
  await page.locator(link).first().dispatchEvent('click');
  await page.waitForFunction(isShown);
  return performance.now() - began;
};

/** Opens every page of the console once, from the navigation: an area, then the pages within. */
const walk = async (page: Page): Promise<Map<string, number>> => {
  const areas = await linksIn(page);
  const opened = new Map<string, number>();
  for (const area of areas) {
    opened.set(area, await opening(page, area));
    for (const href of (await linksIn(page)).filter((link) => !areas.includes(link)))
      opened.set(href, await opening(page, href));
  }
  return opened;
};

/** An owner opens every page of the console, of a warm system with its sample content. Data that no page has loaded yet is loaded. */
export const measureConsole = async (repetitions: number): Promise<BenchLimit[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-console-'));
  await chmod(dataDir, 0o711);
  const system = await startSystem(dataDir);
  const browser = await chromium.launch(await browserLaunchOptions());
  try {
    const context = await signedIn(browser, system.run.siteUrl, await signInTo(system));
    const walks: Map<string, number>[] = [];
    // The first one fills the caches.
    for (let repetition = 0; repetition <= repetitions; repetition += 1) {
      const page = await consoleIn(context, system.run.siteUrl);
      walks.push(await walk(page));
      await page.close();
    }
    const measured = walks.slice(1);
    const pages = [...measured[0]!.keys()];
    const slowest = pages
      .map((href) => [href, spreadOf(measured.map((times) => times.get(href)!)).median] as const)
      .toSorted(([, a], [, b]) => b - a)[0]!;
    return [
      {
        what: `${pages.length} pages of the console, from the press on a link until its page is shown: p95`,
        unit: 'ms',
        values: measured.map((times) => p95([...times.values()])),
        atMost: LIMIT_MS,
      },
      {
        what: `the slowest of them, ${slowest[0]}`,
        unit: 'ms',
        values: measured.map((times) => times.get(slowest[0])!),
        atMost: LIMIT_MS,
      },
    ];
  } finally {
    await browser.close();
    await system.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};

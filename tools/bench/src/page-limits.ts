import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { freePort } from '@lectern/tools/servers/free-port';
import { browserLaunchOptions } from '@lectern/test-kit/browser';
import { spreadOf } from '@lectern/tools/measured/spread';
import { startSystem } from './started-system.ts';

/**
 * Lighthouse's measurements of each public page on a phone with a slow connection: its mobile profile (1.6 Mbit/s with 150 ms, a
 * processor four times slower), the median of several runs.
 */
const LIMITS = {
  performance: { atLeast: 95 },
  accessibility: { atLeast: 100 },
  'best-practices': { atLeast: 100 },
  seo: { atLeast: 100 },
  lcpMs: { atMost: 2_000 },
  cls: { atMost: 0.05 },
  tbtMs: { atMost: 150 },
  scriptKb: { atMost: 140 },
} as const;
type Measure = keyof typeof LIMITS;
const MEASURES = Object.keys(LIMITS) as Measure[];

/** Pages that no list of pages names: what comes after a form, and the forms that only emails lead to. */
const UNLISTED = ['/setup-account', '/reset-password', '/undo-email-change', '/end-session', '/bootcamp-success'];
/** They are all alike. */
const ARTICLES = 2;

export interface PageMetrics {
  readonly path: string;
  readonly middle: Readonly<Record<Measure, number>>;
  readonly missed: readonly Measure[];
}

/** With a lock file of its own: installing the project leaves its 250 MB out. */
const LIGHTHOUSE = join(import.meta.dirname, '..', 'lighthouse');

interface Audit {
  numericValue?: number;
  details?: { items?: { resourceType?: string; transferSize?: number }[] };
}

/** The part of its result that is read here. */
interface LighthouseResult {
  lhr: {
    runtimeError?: { message: string };
    categories: Record<string, { score: number | null } | undefined>;
    audits: Record<string, Audit | undefined>;
  };
}
type Lighthouse = (
  url: string,
  flags: { port: number; output: 'json'; logLevel: 'error' },
) => Promise<LighthouseResult | undefined>;

const loadLighthouse = async (): Promise<Lighthouse> => {
  if (!existsSync(join(LIGHTHOUSE, 'node_modules', 'lighthouse'))) {
    console.error(`Installing Lighthouse in ${LIGHTHOUSE}`);
    await promisify(execFile)('npm', ['ci'], { cwd: LIGHTHOUSE }).catch((error: unknown) => {
      throw new Error(`Lighthouse could not be installed: run "npm ci" in ${LIGHTHOUSE}`, { cause: error });
    });
  }
  const file = createRequire(join(LIGHTHOUSE, 'package.json')).resolve('lighthouse');
  return ((await import(pathToFileURL(file).href)) as { default: Lighthouse }).default;
};

const isKept = (measure: Measure, value: number): boolean => {
  const limit: { atLeast?: number; atMost?: number } = LIMITS[measure];
  return value >= (limit.atLeast ?? -Infinity) && value <= (limit.atMost ?? Infinity);
};

const lookAt = async (lighthouse: Lighthouse, url: string, port: number): Promise<Record<Measure, number>> => {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error' });
  if (result === undefined || result.lhr.runtimeError !== undefined)
    throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
  const { categories, audits } = result.lhr;
  const score = (name: string): number => Math.round((categories[name]?.score ?? 0) * 100);
  const metric = (name: string): number => audits[name]?.numericValue ?? Number.NaN;
  const requests = audits['network-requests']?.details?.items ?? [];
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script');
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    lcpMs: metric('largest-contentful-paint'),
    cls: metric('cumulative-layout-shift'),
    tbtMs: metric('total-blocking-time'),
    scriptKb: scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1_000,
  };
};

const publicPaths = async (siteUrl: string): Promise<string[]> => {
  const map = await (await fetch(`${siteUrl}/sitemap.xml`)).text();
  const listed = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
  const isArticle = (path: string): boolean => path.startsWith('/resources/');
  if (!listed.includes('/')) throw new Error('The site map does not name the home page');
  return [...listed.filter((path) => !isArticle(path)), ...listed.filter(isArticle).slice(0, ARTICLES), ...UNLISTED];
};

/** Every public page, of a system started for this. `only`: paths that contain this. */
export const measurePages = async (repetitions: number, only = ''): Promise<PageMetrics[]> => {
  const lighthouse = await loadLighthouse();
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-pages-'));
  await chmod(dataDir, 0o711);
  const system = await startSystem(dataDir);
  const port = await freePort();
  const options = await browserLaunchOptions();
  const browser = await chromium.launch({
    ...options,
    args: [...(options.args ?? []), `--remote-debugging-port=${port}`],
  });
  try {
    const metrics: PageMetrics[] = [];
    for (const path of (await publicPaths(system.run.siteUrl)).filter((candidate) => candidate.includes(only))) {
      const runs: Record<Measure, number>[] = [];
      for (let run = 0; run < repetitions; run += 1)
        runs.push(await lookAt(lighthouse, system.run.siteUrl + path, port));
      const middle = Object.fromEntries(
        MEASURES.map((measure) => [measure, spreadOf(runs.map((run) => run[measure])).median]),
      ) as Record<Measure, number>;
      metrics.push({
        path,
        middle,
        missed: MEASURES.filter(
          // Search engines are to leave out what only emails lead to.
          (measure) => !isKept(measure, middle[measure]) && !(measure === 'seo' && UNLISTED.includes(path)),
        ),
      });
    }
    return metrics;
  } finally {
    await browser.close();
    await system.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};

/** The pages as Markdown; what misses its limit in bold. */
export const formatPages = (metrics: readonly PageMetrics[]): string => {
  const head = MEASURES.map((measure) => {
    const limit: { atLeast?: number; atMost?: number } = LIMITS[measure];
    return `${measure} ${limit.atLeast === undefined ? `≤ ${limit.atMost}` : `≥ ${limit.atLeast}`}`;
  });
  const cell = (measure: Measure, value: number): string =>
    measure === 'cls' ? value.toFixed(3) : String(Math.round(value));
  const lines = metrics.map(({ path, middle, missed }) => {
    const cells = MEASURES.map((measure) =>
      missed.includes(measure) ? `**${cell(measure, middle[measure])}**` : cell(measure, middle[measure]),
    );
    return `| ${[path, ...cells].join(' | ')} |`;
  });
  return [`| ${['page', ...head].join(' | ')} |`, `| --- |${' --- |'.repeat(MEASURES.length)}`, ...lines].join('\n');
};

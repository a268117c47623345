import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type LaunchOptions } from 'playwright-core';
import { unpackChromium } from './npm-chromium.ts';

const run = promisify(execFile);

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const USUAL_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
];
/** A test's browser connects to the site only. */
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];

/**
 * How Playwright starts a Chromium on this machine: `LECTERN_BROWSER` when set, else the system's, else Playwright's
 * own when it is installed, else the npm package's (unpacked into the user's cache on first use).
 */
export const browserLaunchOptions = async (): Promise<LaunchOptions> => {
  const args = [...QUIET];
  // Chromium's sandbox refuses root.
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  const executablePath = await findBrowser();
  if (executablePath !== undefined) return { headless: true, executablePath, args };
  if (existsSync(chromium.executablePath())) return { headless: true, args };
  const unpacked = await unpackChromium();
  return {
    headless: true,
    executablePath: unpacked.executablePath,
    args: [...new Set([...args, ...unpacked.args])],
    env: unpacked.env,
  };
};

const findBrowser = async (): Promise<string | undefined> => {
  const chosen = process.env['LECTERN_BROWSER'];
  if (chosen) return chosen;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...USUAL_PLACES];
  for (const path of candidates) {
    if (existsSync(path) && (await isChromium(path))) return path;
  }
  return undefined;
};

/** Ubuntu's `chromium-browser` may be only a script that explains how to install one. */
const isChromium = async (path: string): Promise<boolean> => {
  try {
    return /Chrom/.test((await run(path, ['--version'], { timeout: 10_000 })).stdout);
  } catch {
    return false;
  }
};

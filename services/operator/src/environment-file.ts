import { readFile, rename, stat, writeFile } from 'node:fs/promises';

const LINE = /^([A-Z][A-Z0-9_]*)=(?:'([^']*)'|"([^"]*)"|([^#]*?))\s*(?:#.*)?$/;

/** A file of variables as the composed system reads it. Keeps every line that is not a variable. */
export class EnvironmentFile {
  private constructor(
    private readonly path: string,
    private readonly lines: string[],
  ) {}

  static async read(path: string): Promise<EnvironmentFile> {
    return new EnvironmentFile(path, (await readFile(path, 'utf8')).replace(/\n$/, '').split('\n'));
  }

  /** Empty counts as absent. */
  get(name: string): string | undefined {
    const [, , single, double, bare] = LINE.exec(this.lines[this.at(name)] ?? '') ?? [];
    return single || double || bare?.trim() || undefined;
  }

  /** Removes the variable where there is no value. A new one goes after `after`. */
  set(name: string, value: string | undefined, after: string): void {
    // In single quotes nothing has a meaning but the quote itself, which no value of ours has.
    const line = value === undefined ? [] : [`${name}='${value}'`];
    const at = this.at(name);
    if (at >= 0) this.lines.splice(at, 1, ...line);
    else this.lines.splice(this.at(after) + 1 || this.lines.length, 0, ...line);
  }

  /** Replaces the former file as a whole or not at all, with its permissions except those for other users. */
  async write(): Promise<void> {
    const { mode } = await stat(this.path);
    const part = `${this.path}.new`;
    await writeFile(part, `${this.lines.join('\n')}\n`, { mode: mode & 0o770, flag: 'wx' });
    await rename(part, this.path);
  }

  private at(name: string): number {
    // The last definition counts, as it does for Compose.
    return this.lines.findLastIndex((line) => line.startsWith(`${name}=`));
  }
}

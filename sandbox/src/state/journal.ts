import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

const NEWLINE = 10;

/**
 * An append-only file of JSON lines. `append` has handed the line to the operating system when it returns, so a killed
 * process loses nothing that was answered for. Without a file it keeps nothing.
 */
export class Journal {
  readonly #file: string | undefined;
  #descriptor: number | undefined;
  #bytes = 0;
  #compactedBytes = 0;

  constructor(file: string | undefined) {
    this.#file = file;
  }

  /** Bytes that were added since the file was last compacted. */
  get growth(): number {
    return this.#bytes - this.#compactedBytes;
  }

  get compactedBytes(): number {
    return this.#compactedBytes;
  }

  /**
   * Hands every record kept so far to `apply`, in order. A killed process may leave a last line without its end: that change
   * was never answered, and is skipped.
   * @throws Error when a line before the last is broken, with its number
   */
  replay(apply: (record: unknown) => void): void {
    if (this.#file === undefined || !existsSync(this.#file)) return;
    const content = readFileSync(this.#file);
    let start = 0;
    let line = 0;
    for (let end = content.indexOf(NEWLINE, start); end !== -1; end = content.indexOf(NEWLINE, start)) {
      line += 1;
      const text = content.toString('utf8', start, end);
      start = end + 1;
      if (text === '') continue;
      apply(parseLine(text, this.#file, line));
    }
  }

  /** Replaces the file by these records, whole or not at all, and opens it for appending. */
  compact(records: Iterable<unknown>): void {
    if (this.#file === undefined) return;
    mkdirSync(dirname(this.#file), { recursive: true });
    const temporary = `${this.#file}.new`;
    const descriptor = openSync(temporary, 'w');
    let bytes = 0;
    for (const record of records) bytes += writeLine(descriptor, JSON.stringify(record));
    fsyncSync(descriptor);
    closeSync(descriptor);
    this.close();
    renameSync(temporary, this.#file);
    this.#descriptor = openSync(this.#file, 'a');
    this.#bytes = bytes;
    this.#compactedBytes = bytes;
  }

  append(record: unknown): void {
    if (this.#file !== undefined) this.appendLine(JSON.stringify(record));
  }

  /** Appends a record that is JSON already; `line` holds no line break. */
  appendLine(line: string): void {
    if (this.#descriptor === undefined) return;
    try {
      this.#bytes += writeLine(this.#descriptor, line);
    } catch (error) {
      // A full disk may have taken half a line; the next line must not be glued to it.
      ftruncateSync(this.#descriptor, this.#bytes);
      throw error;
    }
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}

const writeLine = (descriptor: number, line: string): number => {
  const bytes = Buffer.from(`${line}\n`, 'utf8');
  let written = 0;
  while (written < bytes.length) written += writeSync(descriptor, bytes, written);
  return bytes.length;
};

const parseLine = (text: string, file: string, line: number): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${file}, line ${line} is not JSON: the state is damaged. Move the file away to start empty.`);
  }
};

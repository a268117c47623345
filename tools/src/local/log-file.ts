import { createWriteStream, existsSync, renameSync, type WriteStream } from 'node:fs';

const LARGEST_BYTES = 20 * 1024 * 1024;

/** A process's log. The one before is kept as `<path>.1`; a new one begins with each start and at 20 MB. */
export class LogFile {
  readonly path: string;
  private stream: WriteStream;
  private bytes = 0;
  private readonly largestBytes: number;

  constructor(path: string, largestBytes = LARGEST_BYTES) {
    this.path = path;
    this.largestBytes = largestBytes;
    this.stream = this.open();
  }

  line(text: string): void {
    const line = `${text}\n`;
    this.bytes += Buffer.byteLength(line);
    if (this.bytes > this.largestBytes) {
      this.stream.end();
      this.stream = this.open();
      this.bytes = Buffer.byteLength(line);
    }
    this.stream.write(line);
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.stream.end(() => resolve()));
  }

  private open(): WriteStream {
    if (existsSync(this.path)) renameSync(this.path, `${this.path}.1`);
    const stream = createWriteStream(this.path, { mode: 0o600 });
    // A full disk must not take the system down with its logs.
    stream.on('error', () => undefined);
    return stream;
  }
}

import type { WriteStream } from 'node:tty';

export type Output = Pick<WriteStream, 'write'> & { isTTY?: boolean; columns?: number };

const REDRAW_MILLISECONDS = 200;
const REMIND_MILLISECONDS = 10_000;

/**
 * Says what is being done: a line for each finished step with its time, and at a terminal one more that shows what is
 * still waited for. Without a terminal there are plain lines alone, and a reminder every ten seconds.
 */
export class ProgressPrinter {
  private readonly output: Output;
  private readonly isColored: boolean;
  private readonly waiting = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private isStatusDrawn = false;

  constructor(output: Output, env: NodeJS.ProcessEnv = process.env) {
    this.output = output;
    this.isColored = output.isTTY === true && !env['NO_COLOR'];
  }

  /** Follows `work` under `label`, and prints a line when it is done; `detail` says more about its result. */
  async step<T>(label: string, work: Promise<T>, detail: (result: T) => string = () => ''): Promise<T> {
    const start = Date.now();
    this.waiting.set(label, start);
    this.watch();
    try {
      const result = await work;
      this.end(label);
      const said = detail(result);
      const time = this.paint(2, seconds(Date.now() - start));
      this.line(`  ${this.paint(32, '✓')} ${`${label}${said === '' ? '' : ` (${said})`}`.padEnd(48)} ${time}`);
      return result;
    } catch (error) {
      this.end(label);
      throw error;
    }
  }

  line(text: string): void {
    this.clearStatus();
    this.output.write(`${text}\n`);
    this.drawStatus();
  }

  heading(text: string): void {
    this.line(this.paint(1, text));
  }

  problem(text: string): void {
    this.line(`  ${this.paint(31, '✗')} ${text}`);
  }

  private end(label: string): void {
    this.waiting.delete(label);
    if (this.waiting.size > 0) return;
    this.clearStatus();
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private watch(): void {
    const isTerminal = this.output.isTTY === true;
    this.timer ??= setInterval(
      () => (isTerminal ? this.drawStatus() : this.output.write(`  … ${this.status()}\n`)),
      isTerminal ? REDRAW_MILLISECONDS : REMIND_MILLISECONDS,
    );
    this.timer.unref();
  }

  private status(): string {
    const oldest = Math.min(...this.waiting.values());
    return `${[...this.waiting.keys()].join(', ')} ${seconds(Date.now() - oldest)}`;
  }

  private drawStatus(): void {
    if (this.output.isTTY !== true || this.waiting.size === 0) return;
    this.clearStatus();
    this.output.write(`  … ${this.status()}`.slice(0, (this.output.columns || 80) - 1));
    this.isStatusDrawn = true;
  }

  private clearStatus(): void {
    if (this.isStatusDrawn) this.output.write('\r\u001B[2K');
    this.isStatusDrawn = false;
  }

  private paint(code: number, text: string): string {
    return this.isColored ? `\u001B[${code}m${text}\u001B[0m` : text;
  }
}

/** "0.4 s" */
export const seconds = (milliseconds: number): string => {
  return `${(milliseconds / 1000).toFixed(1)} s`;
};

import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** One request of a visitor or a provider, as they saw it. */
export interface Served {
  readonly beganAt: number;
  readonly ms: number;
  readonly method: string;
  readonly path: string;
  /** 0 where it was lost with the gateway that had it: a write, or a read that no other one was left for. */
  readonly status: number;
}

/** Seconds after which a client that was refused may ask again. */
const RETRY_AFTER = '1';
const READ = new Set(['GET', 'HEAD']);
/** Of one connection alone. */
const HOP_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding']);

class Lost extends Error {
  constructor(readonly wasSent: boolean) {
    super('A gateway was lost');
  }
}

/**
 * Stands before the gateways as nginx does (deploy/nginx): shares requests out among them, asks another one where one takes no connection,
 * repeats a read that was cut, and never sends a write twice. Remembers what became of each request.
 */
export class SharedEntrance {
  readonly served: Served[] = [];
  private readonly ports: number[] = [];
  private turn = 0;

  private constructor(private readonly server: Server) {
    server.on('request', (asked: IncomingMessage, answer: ServerResponse) => void this.serve(asked, answer));
  }

  static async listen(port: number): Promise<SharedEntrance> {
    const server = createServer();
    const entrance = new SharedEntrance(server);
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
    return entrance;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** From now on the gateway there gets its share. */
  add(port: number): void {
    this.ports.push(port);
  }

  /** It gets no new requests, and answers those that it has. */
  remove(port: number): void {
    this.ports.splice(this.ports.indexOf(port), 1);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const beganAt = Date.now();
    const { method = '', url = '' } = asked;
    const note = (status: number): number =>
      this.served.push({
        beganAt,
        ms: Date.now() - beganAt,
        method,
        path: new URL(url, 'http://site').pathname,
        status,
      });
    try {
      const status = await this.pass(asked, await buffer(asked), answer);
      note(status);
    } catch (error) {
      if (answer.headersSent) answer.destroy();
      else
        answer
          .writeHead(503, { 'retry-after': RETRY_AFTER, 'content-type': 'application/json' })
          .end('{"code":"service_unavailable"}');
      note(error instanceof Lost && error.wasSent ? 0 : 503);
    }
  }

  private async pass(asked: IncomingMessage, body: Buffer, answer: ServerResponse): Promise<number> {
    const candidates = [...this.ports];
    for (let left = candidates.length; left > 0; left -= 1) {
      const port = candidates[(this.turn += 1) % candidates.length]!;
      try {
        return await this.passTo(port, asked, body, answer);
      } catch (error) {
        const mayRepeat =
          !answer.headersSent && (!(error instanceof Lost) || !error.wasSent || READ.has(asked.method ?? ''));
        if (left === 1 || !mayRepeat) throw error;
      }
    }
    throw new Lost(false);
  }

  private passTo(port: number, asked: IncomingMessage, body: Buffer, answer: ServerResponse): Promise<number> {
    return new Promise((resolve, reject) => {
      const headers = Object.fromEntries(Object.entries(asked.headers).filter(([name]) => !HOP_HEADERS.has(name)));
      let isConnected = false;
      const passed = request(
        { host: '127.0.0.1', port, method: asked.method, path: asked.url, headers, agent: false },
        (said) => {
          const status = said.statusCode ?? 0;
          answer.writeHead(
            status,
            Object.fromEntries(Object.entries(said.headers).filter(([name]) => !HOP_HEADERS.has(name))),
          );
          said.once('error', () => reject(new Lost(true)));
          said.once('end', () => resolve(status));
          said.pipe(answer);
        },
      );
      passed.once('socket', (socket) => socket.once('connect', () => (isConnected = true)));
      passed.once('error', () => reject(new Lost(isConnected)));
      passed.end(body);
    });
  }
}

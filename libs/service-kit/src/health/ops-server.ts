import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from '../metrics/metrics.ts';

/** Answers `true`, or describes the problem in a few words. */
export type ReadinessCheck = () => Promise<true | string>;

const answer = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/**
 * The HTTP server for operators and orchestrators, on its own port that is never published: `/livez` (the process
 * runs), `/readyz` (it can take work; 503 with the missing parts otherwise), `/metrics` (Prometheus) and further paths
 * of the process.
 */
export class OpsServer {
  private readonly server: Server;
  private readonly checks = new Map<string, ReadinessCheck>();
  private readonly served = new Map<string, () => unknown>();
  private accepting = false;

  constructor(private readonly metrics: Metrics) {
    this.server = createServer((request, response) => void this.handle(request.url ?? '/', response));
  }

  check(name: string, check: ReadinessCheck): void {
    this.checks.set(name, check);
  }

  /** Answers this path with the current result of `say`, as JSON. */
  serve(path: string, say: () => unknown): void {
    this.served.set(path, say);
  }

  /** Whether the process accepts work: false while it starts and once it stops. */
  setAccepting(accepting: boolean): void {
    this.accepting = accepting;
  }

  /** Returns the port, which differs from the requested one where that was 0. */
  async listen(host: string, port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, resolve);
    });
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async handle(url: string, response: ServerResponse): Promise<void> {
    const path = url.split('?')[0];
    if (path === '/livez') return answer(response, 200, { status: 'ok' });
    if (path === '/readyz') {
      const failing = await this.failing();
      return answer(response, Object.keys(failing).length === 0 ? 200 : 503, {
        status: Object.keys(failing).length === 0 ? 'ok' : 'unavailable',
        failing,
      });
    }
    if (path === '/metrics') {
      response.writeHead(200, { 'content-type': this.metrics.registry.contentType });
      response.end(await this.metrics.registry.metrics());
      return;
    }
    const say = this.served.get(path ?? '');
    if (say !== undefined) return answer(response, 200, say());
    answer(response, 404, { status: 'not found' });
  }

  private async failing(): Promise<Record<string, string>> {
    if (!this.accepting) return { process: 'starting or stopping' };
    const results = await Promise.all(
      [...this.checks].map(
        async ([name, check]) => [name, await check().catch((error: unknown) => String(error))] as const,
      ),
    );
    return Object.fromEntries(results.filter((entry): entry is [string, string] => entry[1] !== true));
  }
}

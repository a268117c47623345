import { setTimeout as delay } from 'node:timers/promises';
import { errorMessage } from '../error-code.ts';
import type { Member, SiteClient } from './site-client.ts';

export interface TrafficResult {
  answered: number;
  failures: string[];
  slowestMilliseconds: number;
}

/**
 * Visitors and a member who never stop: pages, reads and writes that between them need every service. A request fails when it
 * gets no answer, or another one than it would get on a quiet day. Nothing is tried twice.
 */
export class Traffic {
  private readonly result: TrafficResult = { answered: 0, failures: [], slowestMilliseconds: 0 };
  private readonly loops: Promise<void>[];
  private isOver = false;

  constructor(site: SiteClient, member: Member, token: string) {
    let visitor = 0;
    const asks: [name: string, pauseMilliseconds: number, ask: () => Promise<Response>][] = [
      ['GET /', 20, () => site.get('/')],
      ['GET /api/health', 50, () => site.get('/api/health')],
      ['GET /api/programs', 20, () => site.get('/api/programs')],
      ['GET /api/events', 20, () => site.get('/api/events')],
      ['GET /api/auth/user', 20, () => site.get('/api/auth/user', token)],
      ['GET /api/subscription/details', 20, () => site.get('/api/subscription/details', token)],
      [
        'POST /api/newsletter',
        40,
        () => site.post('/api/newsletter', { email: `visitor-${Date.now()}-${(visitor += 1)}@example.com` }),
      ],
      ['POST /api/auth/login', 300, () => site.post('/api/auth/login', member)],
    ];
    this.loops = asks.map(([name, pause, ask]) => this.loop(name, pause, ask));
  }

  async end(): Promise<TrafficResult> {
    this.isOver = true;
    await Promise.all(this.loops);
    return this.result;
  }

  private async loop(name: string, pauseMilliseconds: number, ask: () => Promise<Response>): Promise<void> {
    while (!this.isOver) {
      const began = performance.now();
      try {
        const response = await ask();
        const text = await response.text();
        if (response.ok) this.result.answered += 1;
        else this.fail(`${name}: ${response.status} ${text.slice(0, 200)}`);
      } catch (error) {
        this.fail(`${name}: ${errorMessage(error)}`);
      }
      const milliseconds = Math.round(performance.now() - began);
      this.result.slowestMilliseconds = Math.max(this.result.slowestMilliseconds, milliseconds);
      await delay(pauseMilliseconds);
    }
  }

  private fail(what: string): void {
    this.result.failures.push(`${new Date().toISOString()} ${what}`);
  }
}

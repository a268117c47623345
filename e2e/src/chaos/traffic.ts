import { setTimeout as pause } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { errorMessage } from '@lectern/tools/error-code';
import type { SeededRandom } from '@lectern/sandbox/state/seeded-random';
import { IDEMPOTENCY_HEADER } from '@lectern/contracts/idempotency';
import type { LoadBalancer } from '../testing/load-balancer.ts';
import type { Answer } from '../testing/person.ts';
import type { Promised, Reported } from './load.ts';

export interface TrafficOptions {
  readonly site: LoadBalancer;
  readonly random: SeededRandom;
  readonly member: { readonly email: string; readonly password: string };
  readonly memberToken: string;
  /** So many requests a second, as long as they are answered. */
  readonly perSecond: number;
  /** Receives each promise that an accepted request made. */
  readonly promised: (reported: Reported) => void;
}

export interface TrafficResult {
  readonly sent: number;
  /** The actual rate; less than was asked for where the machine is too slow. */
  readonly perSecond: number;
  readonly slowestMs: number;
  /** A sentence for each that got no answer, or another one than on a quiet day. */
  readonly failures: readonly string[];
}

interface Visit {
  readonly name: string;
  /** How many of a hundred are like this. */
  readonly share: number;
  readonly status: number;
  readonly ask: () => Promise<Answer>;
  /** The promise that an accepted request makes. */
  readonly promise?: Reported;
}

/** The limit of concurrent requests: an overload shows in the rate, and not in time limits that run out. */
const MOST_CONCURRENT = 24;
const TICK_MS = 5;

/** Visitors at a steady rate, whose requests between them need every service; each is sent once. */
export class Traffic {
  private readonly beganAt = performance.now();
  private readonly failures: string[] = [];
  private readonly underWay = new Set<Promise<void>>();
  private readonly sending: Promise<void>;
  private sent = 0;
  private slowestMs = 0;
  private isOver = false;

  constructor(private readonly options: TrafficOptions) {
    this.sending = this.send();
  }

  /** Sends nothing more; resolves once everything that was sent is answered. */
  async end(): Promise<TrafficResult> {
    this.isOver = true;
    await this.sending;
    const seconds = (performance.now() - this.beganAt) / 1_000;
    await Promise.all(this.underWay);
    return { sent: this.sent, perSecond: this.sent / seconds, slowestMs: this.slowestMs, failures: this.failures };
  }

  private async send(): Promise<void> {
    while (!this.isOver) {
      const due = ((performance.now() - this.beganAt) / 1_000) * this.options.perSecond;
      while (this.sent < due && this.underWay.size < MOST_CONCURRENT) {
        this.sent += 1;
        const visit = this.visit().finally(() => this.underWay.delete(visit));
        this.underWay.add(visit);
      }
      await pause(TICK_MS);
    }
  }

  private async visit(): Promise<void> {
    const { name, status, ask, promise } = this.drawn();
    const began = performance.now();
    try {
      const answer = await ask();
      if (answer.status !== status)
        this.failures.push(`${name} was answered ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`);
      else if (promise !== undefined) this.options.promised(promise);
    } catch (error) {
      this.failures.push(`${name} was not answered: ${errorMessage(error)}`);
    }
    this.slowestMs = Math.max(this.slowestMs, performance.now() - began);
  }

  private drawn(): Visit {
    const visits = this.visits();
    let place = this.options.random.next() * visits.reduce((sum, { share }) => sum + share, 0);
    return visits.find(({ share }) => (place -= share) < 0) ?? visits[0]!;
  }

  private visits(): Visit[] {
    const { site, member, memberToken: token } = this.options;
    const read = (share: number, path: string, asMember = false): Visit => ({
      name: `GET ${path}`,
      share,
      status: 200,
      ask: () => site.call('GET', path, asMember ? { token } : {}),
    });
    const write = (share: number, path: string, status: number, body: object, promised?: Promised, of = ''): Visit => ({
      name: `POST ${path}`,
      share,
      status,
      ask: () => site.call('POST', path, { body, headers: { [IDEMPOTENCY_HEADER]: randomUUID() } }),
      ...(promised === undefined ? {} : { promise: { what: promised, of } }),
    });
    const email = `visitor+${randomUUID()}@example.com`;
    const entry = {
      email,
      firstName: 'Ada',
      lastName: 'Okafor',
      events: ['prepared_speech'],
      division: 'development',
      waiver: true,
    };
    return [
      read(12, '/'),
      read(14, '/api/programs'),
      read(14, '/api/events'),
      read(8, '/api/testimonials'),
      read(16, '/api/auth/user', true),
      read(10, '/api/subscription/details', true),
      read(8, '/api/events/mine', true),
      write(8, '/api/newsletter', 200, { email }, 'subscription', email),
      write(
        4,
        '/api/contact',
        201,
        { name: 'Ada Okafor', email, message: 'When does the next bootcamp begin?' },
        'message',
        email,
      ),
      write(2, '/api/tournament/register', 201, entry, 'entry', email),
      // A password is a fifth of a core's second.
      write(1, '/api/auth/login', 200, { email: member.email, password: member.password }),
    ];
  }
}

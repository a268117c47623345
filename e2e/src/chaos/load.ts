import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { IDEMPOTENCY_HEADER } from '@lectern/contracts/idempotency';
import type { SeededRandom } from '@lectern/sandbox/state/seeded-random';
import { type Answer, callApi, newRegistration } from '../testing/person.ts';
import type { RunningSystem } from '../testing/start-system.ts';

/** What people were told that they have. Each is to be found in the database, once. */
export type Promised = 'account' | 'membership' | 'entry' | 'paid entry' | 'subscription' | 'message' | 'campaign';

export interface Told {
  readonly what: Promised;
  /** An address, or a campaign's id. */
  readonly of: string;
}

/** One request that the system answered, or did not. */
export interface Attempt {
  readonly kind: string;
  readonly beganAt: number;
  readonly endedAt: number;
  /** Missing when it was accepted. */
  readonly refused?: string;
}

export interface LoadOptions {
  readonly system: RunningSystem;
  readonly random: SeededRandom;
  /** How many people join at the same time; of the others there is one each. */
  readonly joiners: number;
  readonly promoCode: string;
  /** A member, whose code some people name when they join. */
  readonly member: { readonly email: string; readonly password: string; readonly referralCode: string };
  readonly adminToken: string;
  /** Whether the provider's pages and the payment of entries may end before people are done with them, as when the clock moves. */
  readonly endsMayPass: boolean;
}

/** The time after which nobody tries again. */
const GIVE_UP_MS = 90_000;
/** Pause before the next try, and between two of the same visitor. */
const TRY_AGAIN_MS = 150;

/** Sooner or later accepted by the system itself; from these recovery is measured. */
export const KINDS = ['health', 'register', 'log in', 'enter', 'subscribe', 'write'] as const;

/**
 * People who register and pay, enter tournaments and pay for that, subscribe and write, one after the other, at a bounded pace: each
 * takes what they get and tries again what was refused, as patient people do. Remembers what each was told.
 */
export class Load {
  readonly promises: Told[] = [];
  readonly attempts: Attempt[] = [];
  readonly failures: string[] = [];
  private isOver = false;
  private readonly people: Promise<void>[];

  constructor(private readonly options: LoadOptions) {
    this.people = [
      ...Array.from({ length: options.joiners }, () => this.again(400, () => this.join())),
      this.again(600, () => this.enterAndPay()),
      // Whoever waits for a letter or a membership asks for nothing meanwhile; from these it shows when each is answered again.
      this.again(500, () => this.open().then(() => undefined)),
      this.again(500, () => this.enter().then(() => undefined)),
      this.again(300, () => this.logIn(options.member).then(() => undefined)),
      this.again(250, () => this.subscribe()),
      this.again(350, () => this.write()),
      this.again(100, () => this.attempt('health', async () => this.expect(200, await callApi(options.system, 'GET', '/api/health'))).then(() => undefined)),
      this.sendCampaign(),
    ];
  }

  /** Nobody begins anything new; resolves once everybody has finished. */
  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.people);
  }

  /** Resolves once each kind of request that was begun after `since` was accepted; milliseconds from `since` to the last kind's first. */
  async recoveredSince(since: number, withinMs: number): Promise<{ ms: number; missing: string[] }> {
    const until = Date.now() + withinMs;
    for (;;) {
      const firsts = KINDS.map((kind) => this.attempts.find((attempt) => attempt.kind === kind && attempt.refused === undefined && attempt.endedAt > since && attempt.beganAt >= since)?.endedAt);
      const missing = KINDS.filter((_, at) => firsts[at] === undefined);
      if (missing.length === 0) return { ms: Math.max(...firsts.map((endedAt) => endedAt!)) - since, missing };
      if (Date.now() > until) return { ms: Infinity, missing };
      await pause(20);
    }
  }

  /** One journey after the other, until the end; what never worked is told. */
  private async again(pauseMs: number, journey: () => Promise<void>): Promise<void> {
    while (!this.isOver) {
      await journey().catch((error: unknown) => this.failures.push(error instanceof Error ? `${error.message}${error.cause instanceof Error ? `: ${error.cause.message}` : ''}` : String(error)));
      await pause(pauseMs * (0.5 + this.options.random.next()));
    }
  }

  private promise(what: Promised, of: string): void {
    this.promises.push({ what, of });
  }

  private expect(status: number, answer: Answer): Answer {
    if (answer.status === status) return answer;
    const { code, status: health } = answer.body as { code?: string; status?: string };
    throw new Error(`${answer.status} ${code ?? health ?? ''}`);
  }

  private async attempt<T>(kind: string, ask: () => Promise<T>): Promise<T | undefined> {
    const beganAt = Date.now();
    try {
      const answer = await ask();
      this.attempts.push({ kind, beganAt, endedAt: Date.now() });
      return answer;
    } catch (error) {
      const refused = error instanceof Error ? error.message : String(error);
      this.attempts.push({ kind, beganAt, endedAt: Date.now(), refused });
      return undefined;
    }
  }

  /** Tries until it is accepted. */
  private async until<T>(kind: string, ask: () => Promise<T>): Promise<T> {
    const giveUpAt = Date.now() + GIVE_UP_MS;
    for (;;) {
      const answer = await this.attempt(kind, ask);
      if (answer !== undefined) return answer;
      if (Date.now() > giveUpAt) throw new Error(`${kind} never worked`, { cause: new Error(this.attempts.findLast((attempt) => attempt.kind === kind)?.refused) });
      await pause(TRY_AGAIN_MS);
    }
  }

  /** An account and an open checkout. */
  private async open(): Promise<{ person: ReturnType<typeof newRegistration>; checkoutUrl: string }> {
    const { system, random, promoCode, member } = this.options;
    const person = newRegistration();
    const [withPromo, withReferral] = [random.next() < 0.4, random.next() < 0.3];
    const body = { ...person, ...(withPromo ? { promoCode } : {}), ...(withReferral ? { referralCode: member.referralCode } : {}) };
    const opened = await this.until('register', async () => this.expect(200, await callApi(system, 'POST', '/api/register-and-subscribe', { body })));
    this.promise('account', person.email);
    return { person, checkoutUrl: opened.body['checkoutUrl'] as string };
  }

  /** Presses Pay on the provider's page; answers whether it could still be paid. */
  private async pay(page: string): Promise<boolean> {
    const { outcome } = await this.until('pay', async () => {
      const answer = await fetch(`${page}/pay`, { method: 'POST', redirect: 'manual', signal: AbortSignal.timeout(10_000) });
      const location = answer.headers.get('location');
      if (answer.status !== 303 || location === null) throw new Error(`Paying answered ${answer.status}`);
      // Who paid is sent to the site; a page that is over leads to itself.
      if (!location.startsWith('/stripe/checkout/')) return { outcome: 'paid' };
      if (!this.options.endsMayPass) throw new Error(`Paying led to ${location}`);
      return { outcome: 'over' };
    });
    return outcome === 'paid';
  }

  private async logIn({ email, password }: { readonly email: string; readonly password: string }): Promise<string> {
    const answer = await this.until('log in', async () => this.expect(200, await callApi(this.options.system, 'POST', '/api/auth/login', { body: { email, password } })));
    return answer.body['token'] as string;
  }

  private async join(): Promise<void> {
    const { person, checkoutUrl } = await this.open();
    if (!(await this.pay(checkoutUrl))) return;
    this.promise('membership', person.email);
    let token = await this.logIn(person);
    await this.until('membership', async () => {
      const answer = await callApi(this.options.system, 'GET', '/api/auth/user', { token });
      if (answer.status === 401 && this.options.endsMayPass) token = await this.logIn(person);
      this.expect(200, answer);
      if (answer.body['subscriptionStatus'] !== 'active') throw new Error('not active yet');
      return true;
    });
  }

  /** An entry that is not paid for yet; answers its address. */
  private async enter(): Promise<string> {
    const email = `entrant+${randomUUID().slice(0, 8)}@example.com`;
    const body = { email, firstName: 'Ada', lastName: 'Okafor', events: ['prepared_speech'], division: 'development', waiver: true };
    let tries = 0;
    await this.until('enter', async () => {
      tries += 1;
      const answer = await callApi(this.options.system, 'POST', '/api/tournament/register', { body });
      // Whose first try was cut off hears from the second one that they are registered.
      return answer.status === 409 && tries > 1 ? answer : this.expect(201, answer);
    });
    this.promise('entry', email);
    return email;
  }

  private async enterAndPay(): Promise<void> {
    const { system } = this.options;
    const email = await this.enter();
    const link = await this.until('the letter', async () => {
      const answer = await fetch(`${system.sandboxUrl}/mail/api/messages?to=${encodeURIComponent(email)}`, { signal: AbortSignal.timeout(10_000) });
      const found = ((await answer.json()) as { text: string }[]).map(({ text }) => /http\S+\/pay\?key=\S+/.exec(text)?.[0]).find((url) => url !== undefined);
      if (found === undefined) throw new Error('no letter yet');
      return found;
    });
    const page = await this.until('follow the link', async () => {
      const answer = await fetch(link, { redirect: 'manual', signal: AbortSignal.timeout(40_000) });
      const location = answer.headers.get('location');
      const isOver = this.options.endsMayPass && location?.endsWith('?closed=1') === true;
      if (answer.status !== 303 || location === null || !(isOver || location.startsWith(system.sandboxUrl))) throw new Error(`${answer.status} ${location ?? ''}`);
      return { location, isOver };
    });
    if (page.isOver || !(await this.pay(page.location))) return;
    this.promise('paid entry', email);
  }

  private async subscribe(): Promise<void> {
    const email = `reader+${randomUUID().slice(0, 8)}@example.com`;
    await this.until('subscribe', async () => this.expect(200, await callApi(this.options.system, 'POST', '/api/newsletter', { body: { email } })));
    this.promise('subscription', email);
  }

  private async write(): Promise<void> {
    const email = `writer+${randomUUID().slice(0, 8)}@example.com`;
    const body = { name: 'Ada Okafor', email, message: 'When does the next bootcamp begin?' };
    const headers = { [IDEMPOTENCY_HEADER]: randomUUID() };
    await this.until('write', async () => this.expect(201, await callApi(this.options.system, 'POST', '/api/contact', { body, headers })));
    this.promise('message', email);
  }

  /** One campaign to everybody who reads the newsletter when it is sent. */
  private async sendCampaign(): Promise<void> {
    const { system, adminToken: token } = this.options;
    const text = { name: 'News', subject: 'Summer debates', content: 'Come and **argue** with us, {{firstName|friend}}.', targetAudience: 'newsletter' };
    try {
      const created = await this.until('write a campaign', async () => this.expect(201, await callApi(system, 'POST', '/api/admin/email-campaigns', { token, body: text })));
      const id = created.body['id'] as string;
      let tries = 0;
      await this.until('send a campaign', async () => {
        tries += 1;
        const answer = await callApi(system, 'POST', `/api/admin/email-campaigns/${id}/send`, { token });
        return answer.status === 409 && tries > 1 ? answer : this.expect(200, answer);
      });
      this.promise('campaign', id);
    } catch (error) {
      this.failures.push(error instanceof Error ? error.message : String(error));
    }
  }
}

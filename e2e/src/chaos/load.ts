import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { errorMessage } from '@lectern/tools/error-code';
import { IDEMPOTENCY_HEADER } from '@lectern/contracts/idempotency';
import type { SeededRandom } from '@lectern/sandbox/state/seeded-random';
import type { LoadBalancer } from '../testing/load-balancer.ts';
import { type Answer, newRegistration, payLinkIn } from '../testing/person.ts';
import type { RunningSystem } from '../testing/start-system.ts';

/** Promises that people received. The database must hold each exactly once. */
export type Promised =
  'account' | 'membership' | 'entry' | 'paid entry' | 'place' | 'turn' | 'subscription' | 'message' | 'campaign';

export interface Reported {
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
  /** Every gateway of the system. */
  readonly site: LoadBalancer;
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
  /** Whether the next campaign follows when one is sent, or there is one. */
  readonly campaigns: 'one' | 'again';
}

/** The time after which people stop retrying. */
const GIVE_UP_MS = 90_000;
/** Pause before the next try, and between two of the same visitor. */
const TRY_AGAIN_MS = 150;

/** While this many wait for a seat in the bootcamp, no more people ask for one. */
const MOST_WAITING = 3;
/** The interval at which a person gives up a seat. */
const GIVEN_BACK_EVERY_MS = 1_200;

/** Sooner or later accepted by the system itself; from these recovery is measured. */
export const KINDS = ['health', 'register', 'log in', 'enter', 'subscribe', 'write'] as const;

/**
 * People who register and pay, enter tournaments and pay for that, want the last place of a bootcamp or wait for one, subscribe and
 * write, one after the other, at a bounded pace: each takes what they get and tries again what was refused, as patient people do.
 * Remembers what each was promised.
 */
export class Load {
  readonly promises: Reported[] = [];
  readonly attempts: Attempt[] = [];
  readonly failures: string[] = [];
  /** Email addresses of entrants who never got the email that asks them to pay. */
  readonly unwritten: string[] = [];
  private isOver = false;
  /** Email addresses of people who have paid for a seat in the bootcamp. */
  private placed: string[] = [];
  private waiting = 0;
  private readonly turns: Promise<void>[] = [];
  private readonly people: Promise<void>[];

  constructor(private readonly options: LoadOptions) {
    this.people = [
      ...Array.from({ length: options.joiners }, () => this.again(400, () => this.join())),
      this.again(600, () => this.enterAndPay()),
      // The journeys that wait for emails or memberships send no requests meanwhile; these two show when each service answers again.
      this.again(500, () => this.open().then(() => undefined)),
      this.again(500, () => this.enter().then(() => undefined)),
      this.again(300, () => this.logIn(options.member).then(() => undefined)),
      this.again(250, () => this.subscribe()),
      this.again(350, () => this.write()),
      this.again(100, () =>
        this.attempt('health', async () => this.expect(200, await options.site.call('GET', '/api/health'))).then(
          () => undefined,
        ),
      ),
      this.again(300, () => this.wantPlace()),
      this.again(300, () => this.wantPlace()),
      this.again(GIVEN_BACK_EVERY_MS, () => this.giveBack()),
      options.campaigns === 'again' ? this.again(1_000, () => this.sendCampaign()) : this.sendCampaign(),
    ];
  }

  /** Starts no new journeys; resolves once all have finished. */
  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.people);
    await Promise.all(this.turns);
  }

  /**
   * Resolves once each kind of request that was begun after `since` was accepted; milliseconds from `since` to the `last` kind's
   * first.
   */
  async recoveredSince(since: number, withinMs: number): Promise<{ ms: number; last: string; missing: string[] }> {
    const until = Date.now() + withinMs;
    for (;;) {
      const firsts = KINDS.map(
        (kind) =>
          this.attempts.find(
            (attempt) =>
              attempt.kind === kind &&
              attempt.refused === undefined &&
              attempt.endedAt > since &&
              attempt.beganAt >= since,
          )?.endedAt,
      );
      const missing = KINDS.filter((_, at) => firsts[at] === undefined);
      if (missing.length === 0) {
        const latest = Math.max(...firsts.map((endedAt) => endedAt!));
        return { ms: latest - since, last: KINDS[firsts.indexOf(latest)]!, missing };
      }
      if (Date.now() > until) return { ms: Infinity, last: missing[0]!, missing };
      await pause(20);
    }
  }

  /** One journey after the other, until the end; a journey that never succeeds is reported. */
  private async again(pauseMs: number, journey: () => Promise<void>): Promise<void> {
    while (!this.isOver) {
      await journey().catch((error: unknown) =>
        this.failures.push(
          error instanceof Error
            ? `${error.message}${error.cause instanceof Error ? `: ${error.cause.message}` : ''}`
            : String(error),
        ),
      );
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
      if (Date.now() > giveUpAt)
        throw new Error(`${kind} never worked`, {
          cause: new Error(this.attempts.findLast((attempt) => attempt.kind === kind)?.refused),
        });
      await pause(TRY_AGAIN_MS);
    }
  }

  /** An account and an open checkout. */
  private async open(): Promise<{ person: ReturnType<typeof newRegistration>; checkoutUrl: string }> {
    const { site, random, promoCode, member } = this.options;
    const person = newRegistration();
    const [withPromo, withReferral] = [random.next() < 0.4, random.next() < 0.3];
    const body = {
      ...person,
      ...(withPromo ? { promoCode } : {}),
      ...(withReferral ? { referralCode: member.referralCode } : {}),
    };
    const opened = await this.until('register', async () =>
      this.expect(200, await site.call('POST', '/api/register-and-subscribe', { body })),
    );
    this.promise('account', person.email);
    return { person, checkoutUrl: opened.body['checkoutUrl'] as string };
  }

  /** Presses Pay on the provider's page; answers whether it could still be paid. */
  private async pay(page: string): Promise<boolean> {
    const { outcome } = await this.until('pay', async () => {
      const answer = await fetch(`${page}/pay`, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.timeout(10_000),
      });
      const location = answer.headers.get('location');
      if (answer.status !== 303 || location === null) throw new Error(`Paying answered ${answer.status}`);
      // After a payment, the page redirects to the site; an expired page redirects to itself.
      if (!location.startsWith('/stripe/checkout/')) return { outcome: 'paid' };
      if (!this.options.endsMayPass) throw new Error(`Paying led to ${location}`);
      return { outcome: 'over' };
    });
    return outcome === 'paid';
  }

  private async logIn({ email, password }: { readonly email: string; readonly password: string }): Promise<string> {
    const answer = await this.until('log in', async () =>
      this.expect(200, await this.options.site.call('POST', '/api/auth/login', { body: { email, password } })),
    );
    return answer.body['token'] as string;
  }

  private async join(): Promise<void> {
    const { person, checkoutUrl } = await this.open();
    if (!(await this.pay(checkoutUrl))) return;
    this.promise('membership', person.email);
    let token = await this.logIn(person);
    await this.until('membership', async () => {
      const answer = await this.options.site.call('GET', '/api/auth/user', { token });
      if (answer.status === 401 && this.options.endsMayPass) token = await this.logIn(person);
      this.expect(200, answer);
      if (answer.body['subscriptionStatus'] !== 'active') throw new Error('not active yet');
      return true;
    });
  }

  /** An entry that is not paid for yet; answers its address. */
  private async enter(): Promise<string> {
    const email = `entrant+${randomUUID().slice(0, 8)}@example.com`;
    const body = {
      email,
      firstName: 'Ada',
      lastName: 'Okafor',
      events: ['prepared_speech'],
      division: 'development',
      waiver: true,
    };
    let tries = 0;
    await this.until('enter', async () => {
      tries += 1;
      const answer = await this.options.site.call('POST', '/api/tournament/register', { body });
      // A retry after a cut connection answers that the person is registered already.
      return answer.status === 409 && tries > 1 ? answer : this.expect(201, answer);
    });
    this.promise('entry', email);
    return email;
  }

  private async enterAndPay(): Promise<void> {
    const email = await this.enter();
    const link = await this.until('the email', () => this.linkToPay(email)).catch(() => null);
    if (link === null) return void this.unwritten.push(email);
    await this.payByLink(link, () => this.promise('paid entry', email));
  }

  /** The link in the email that asks a person to pay; there is no other in their mailbox. */
  private async linkToPay(email: string): Promise<string> {
    const answer = await fetch(`${this.options.system.sandboxUrl}/mail/api/messages?to=${encodeURIComponent(email)}`, {
      signal: AbortSignal.timeout(10_000),
    });
    const found = ((await answer.json()) as { text: string }[])
      .map(({ text }) => payLinkIn(text))
      .find((url) => url !== undefined);
    if (found === undefined) throw new Error('no email yet');
    return found;
  }

  private async payByLink(link: string, paid: () => void): Promise<void> {
    const { site } = this.options;
    const token = new URL(link).searchParams.get('token');
    const page = await this.until('open the payment page', async () => {
      const answer = await site.call('POST', '/api/payment-links/checkout', { body: { token } });
      const isOver = this.options.endsMayPass && answer.body['code'] === 'payment_link_closed';
      return isOver ? null : { url: this.expect(200, answer).body['url'] as string };
    });
    if (page === null || !(await this.pay(page.url))) return;
    paid();
  }

  /** A seat in the bootcamp that takes people now, paid immediately; or a position on its waitlist, and the seat once it is offered. */
  private async wantPlace(): Promise<void> {
    if (this.waiting >= MOST_WAITING) return;
    const { site, endsMayPass } = this.options;
    const email = `camper+${randomUUID().slice(0, 8)}@example.com`;
    const body = { email, firstName: 'Ada', lastName: 'Okafor', experienceLevel: 'beginner' };
    const answered = await this.until('want a place', async () =>
      this.expect(200, await site.call('POST', '/api/bootcamp-checkout', { body })),
    );
    const page = answered.body['checkoutUrl'];
    if (typeof page === 'string') {
      // A payment for a seat that is released in the same moment exceeds the capacity, so nobody pays where sessions may expire.
      if (!endsMayPass && (await this.pay(page))) this.place(email);
      return;
    }
    this.promise('turn', email);
    this.turns.push(this.awaitTurn(email).catch((error: unknown) => void this.failures.push(errorMessage(error))));
  }

  /** Polls the mailbox until the end: another person may give up a seat at any time, or never. */
  private async awaitTurn(email: string): Promise<void> {
    this.waiting += 1;
    try {
      let link: string | undefined;
      while (link === undefined && !this.isOver) {
        link = await this.linkToPay(email).catch(() => undefined);
        await pause(TRY_AGAIN_MS);
      }
      if (link !== undefined && !this.options.endsMayPass) await this.payByLink(link, () => this.place(email));
    } finally {
      this.waiting -= 1;
    }
  }

  private place(email: string): void {
    this.promise('place', email);
    this.placed.push(email);
  }

  /** An administrator deletes the registration of a person who has paid for a seat, so that the next one on the waitlist gets it. */
  private async giveBack(): Promise<void> {
    const { site, adminToken: token } = this.options;
    const email = this.waiting === 0 ? undefined : this.placed.shift();
    if (email === undefined) return;
    this.promises.splice(
      0,
      this.promises.length,
      ...this.promises.filter(({ what, of }) => of !== email || what !== 'place'),
    );
    const found = await this.until('find a place', async () => {
      const { body } = this.expect(
        200,
        await site.call('GET', `/api/admin/bootcamp-registrations?limit=1&q=${encodeURIComponent(email)}`, { token }),
      );
      const [registration] = (body as { items: { id: string; status: string }[] }).items;
      if (registration?.status !== 'paid') throw new Error('the payment has not arrived yet');
      return registration;
    });
    let tries = 0;
    await this.until('give a place back', async () => {
      tries += 1;
      const answer = await site.call('DELETE', `/api/admin/bootcamp-registrations/${found.id}`, { token });
      return answer.status === 404 && tries > 1 ? answer : this.expect(200, answer);
    });
  }

  private async subscribe(): Promise<void> {
    const email = `reader+${randomUUID().slice(0, 8)}@example.com`;
    await this.until('subscribe', async () =>
      this.expect(200, await this.options.site.call('POST', '/api/newsletter', { body: { email } })),
    );
    this.promise('subscription', email);
  }

  private async write(): Promise<void> {
    const email = `writer+${randomUUID().slice(0, 8)}@example.com`;
    const body = { name: 'Ada Okafor', email, message: 'When does the next bootcamp begin?' };
    const headers = { [IDEMPOTENCY_HEADER]: randomUUID() };
    await this.until('write', async () =>
      this.expect(201, await this.options.site.call('POST', '/api/contact', { body, headers })),
    );
    this.promise('message', email);
  }

  /** One campaign to everyone on the newsletter when it is sent. */
  private async sendCampaign(): Promise<void> {
    const { site, adminToken: token } = this.options;
    const text = {
      name: 'News',
      subject: 'Summer debates',
      content: 'Come and **argue** with us, {{firstName|friend}}.',
      targetAudience: 'newsletter',
    };
    try {
      const created = await this.until('write a campaign', async () =>
        this.expect(201, await site.call('POST', '/api/admin/email-campaigns', { token, body: text })),
      );
      const id = created.body['id'] as string;
      let tries = 0;
      await this.until('send a campaign', async () => {
        tries += 1;
        const answer = await site.call('POST', `/api/admin/email-campaigns/${id}/send`, { token });
        return answer.status === 409 && tries > 1 ? answer : this.expect(200, answer);
      });
      this.promise('campaign', id);
      if (this.options.campaigns === 'one') return;
      await this.until('send to everybody', async () => {
        const answer = this.expect(200, await site.call('GET', `/api/admin/email-campaigns/${id}`, { token }));
        if (answer.body['status'] !== 'sent' && !this.isOver) throw new Error('not sent yet');
        return answer;
      });
    } catch (error) {
      this.failures.push(error instanceof Error ? error.message : String(error));
    }
  }
}

import { randomUUID } from 'node:crypto';
import type { PlanSwitchQuote } from '@lectern/contracts/billing/plan-switch';
import type { ListedPayment } from '@lectern/contracts/billing/listed-payment';
import type { SeededRandom } from '@lectern/sandbox/state/seeded-random';
import type pg from 'pg';
import { untilNoneLeft } from '@lectern/test-kit/until';
import { findViolations, INVARIANTS } from '../chaos/invariants.ts';
import { emailsTo, emailTo } from '../testing/mailbox.ts';
import { runJob } from '../testing/jobs.ts';
import { adminTokenOf, callApi, newRegistration, patiently, payLinkIn, pricesOf } from '../testing/person.ts';
import { atProvider, stripeOf, timeOf } from '../testing/provider.ts';
import type { RunningSystem } from '../testing/start-system.ts';
import {
  BOOTCAMP_MONTHS,
  MONTHS,
  type PlannedEntry,
  type PlannedPerson,
  type SeasonPlan,
  TOURNAMENT_MONTHS,
} from './plan.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** An event of a month takes place on this day of it; its registration closes five days before. */
const EVENT_DAY = 24;
const CONCURRENT = 6;
/** The work that a change of the clock must not overtake. */
const WORK = INVARIANTS.filter(({ name }) =>
  [
    'every event is published',
    'every event is handled by each subscriber',
    'no email waits or is under way',
    'every event of the payment provider is processed',
  ].includes(name),
);

/** A person and what became of them so far. */
export interface Lived {
  readonly planned: PlannedPerson;
  readonly registration: ReturnType<typeof newRegistration>;
  isMember: boolean;
  isDeleted: boolean;
  isCancelled: boolean;
  /** Staff refunded all of a running period. */
  isRefunded: boolean;
  isCardBroken: boolean;
  /** The month with whose beginning a pause ends. */
  pausedUntil: number;
  /** Titles of tournaments that they have paid for, and that staff did not refund. */
  readonly entered: Set<string>;
}

interface Tournament {
  readonly id: string;
  readonly title: string;
  readonly at: number;
}

/** Lives a year of the association through the public API and the console's, with the clock of the emulators. */
export class Season {
  readonly people: Lived[];
  /** Answers that no act expected. */
  readonly surprises: string[] = [];
  readonly counts = new Map<string, number>();
  private tournaments: Tournament[] = [];
  private promoCode = '';
  private token = '';
  private readonly start: Promise<number>;

  constructor(
    readonly system: RunningSystem,
    readonly database: pg.Pool,
    private readonly plan: SeasonPlan,
    private readonly random: SeededRandom,
    private readonly say: (line: string) => void,
  ) {
    this.start = timeOf(system);
    this.people = plan.people.map((planned, index) => ({
      planned,
      registration: {
        ...newRegistration(),
        email: `season+${plan.seed}-${index}-${randomUUID().slice(0, 6)}@example.com`,
        firstName: planned.name,
        plan: planned.plan,
      },
      isMember: false,
      isDeleted: false,
      isCancelled: false,
      isRefunded: false,
      isCardBroken: false,
      pausedUntil: 0,
      entered: new Set(),
    }));
  }

  async live(): Promise<void> {
    await pricesOf(this.system);
    for (let month = 0; month < MONTHS; month += 1) {
      await this.signIn();
      if (month === 0) await this.makePromoCode();
      await this.openEvents(month);
      await this.each(month, 'the month begins', (person) => this.actIn(month, person));
      await this.refund(month);
      await this.changeCredit(month);
      await this.passUntil(month, 4);
      await this.each(month, 'cards and pauses', async (person) => {
        await this.repair(month, person);
        const { pause } = person.planned;
        if (pause?.month === month && person.isMember && !person.isRefunded)
          await this.pause(person, month, pause.months);
      });
      await this.passUntil(month, 6);
      await this.signIn();
      await this.each(month, 'late payers', (person) => this.payLate(month, person));
      const tournament = TOURNAMENT_MONTHS.indexOf(month as (typeof TOURNAMENT_MONTHS)[number]);
      if (tournament >= 0) await this.passEvent(this.tournaments[tournament] as Tournament);
      await this.passUntil(month + 1, 0);
      this.say(`month ${month + 1}: ${[...this.counts].map(([what, count]) => `${what} ${count}`).join(', ')}`);
    }
    // Everything due at the end comes to rest: lost messages again, and the last renewals.
    await this.advance(3 * HOUR_MS);
    await this.signIn();
  }

  async get<T>(path: string): Promise<T> {
    const { status, body } = await callApi<T>(this.system, 'GET', path, { token: this.token });
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  /** The token of a person who logs in now; undefined where they cannot. */
  async logIn({ registration: { email, password } }: Lived): Promise<string | undefined> {
    const { status, body } = await this.ask<{ token: string }>('POST', '/api/auth/login', { email, password });
    return status === 200 ? body.token : undefined;
  }

  private async signIn(): Promise<void> {
    this.token = await adminTokenOf(this.system);
  }

  private count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  private async ask<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    token?: string,
  ): Promise<{ status: number; body: T }> {
    const options = { ...(body !== undefined && { body }), ...(token !== undefined && { token }) };
    const answer = await callApi<T>(this.system, method, path, options);
    if (answer.status >= 500)
      this.surprises.push(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  }

  private async expect<T>(status: number, method: string, path: string, body: unknown, token?: string): Promise<T> {
    const answer = await this.ask<T>(method, path, body, token);
    if (answer.status !== status)
      throw new Error(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** Runs an act of each person, some at the same time; a failed act is a surprise, and stops nobody else. */
  private async each(month: number, what: string, act: (person: Lived) => Promise<void>): Promise<void> {
    const waiting = this.people.filter(({ isDeleted }) => !isDeleted);
    await Promise.all(
      Array.from({ length: CONCURRENT }, async () => {
        for (let person = waiting.shift(); person !== undefined; person = waiting.shift())
          await act(person).catch((error: unknown) =>
            this.surprises.push(`month ${month}, ${what}: ${error instanceof Error ? error.message : String(error)}`),
          );
      }),
    );
  }

  private async makePromoCode(): Promise<void> {
    this.promoCode = `YEAR${randomUUID().slice(0, 6).toUpperCase()}`;
    await this.expect(
      201,
      'POST',
      '/api/admin/promo-codes',
      {
        code: this.promoCode,
        name: 'A tenth off',
        discountType: 'percentage',
        discountValue: 10,
        applicableProducts: ['debate_club'],
      },
      this.token,
    );
  }

  private async at(month: number, day: number): Promise<number> {
    const start = new Date(await this.start);
    return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + month, 1 + day, 20);
  }

  private async openEvents(month: number): Promise<void> {
    const tournament = TOURNAMENT_MONTHS.indexOf(month as (typeof TOURNAMENT_MONTHS)[number]);
    const bootcamp = BOOTCAMP_MONTHS.indexOf(month as (typeof BOOTCAMP_MONTHS)[number]);
    const begins = await this.at(month, EVENT_DAY);
    const event = async (title: string, type: 'tournament' | 'bootcamp', price: number, capacity: number | null) => {
      const made = await this.expect<{ event: { id: string } }>(
        201,
        'POST',
        '/api/admin/events',
        {
          ...{ title, type, price, capacity, description: 'An evening of the season.', division: null },
          ...{
            timezone: 'America/New_York',
            location: 'Zoom',
            zoomLink: 'https://zoom.us/j/8123456789',
            isActive: true,
          },
          datetime: new Date(begins).toISOString(),
          endsAt: new Date(begins + 3 * HOUR_MS).toISOString(),
          registrationDeadline: new Date(begins - 5 * DAY_MS).toISOString(),
        },
        this.token,
      );
      return { id: made.event.id, title, at: begins };
    };
    if (tournament >= 0) {
      const title = `Season Open ${tournament + 1}`;
      this.tournaments.push(await event(title, 'tournament', 4_000, this.plan.places[tournament] ?? null));
    }
    if (bootcamp >= 0) await event(`Season Bootcamp ${bootcamp + 1}`, 'bootcamp', 15_500, 1_000);
  }

  private async actIn(month: number, person: Lived): Promise<void> {
    const { planned } = person;
    if (planned.joins === month) await this.join(person);
    if (planned.cardFails === month && person.isMember) await this.setCard(person, 'later-fails');
    if (planned.cancels === month) await this.cancel(person);
    if (planned.switches === month && person.isMember && !person.isRefunded) await this.switch(person);
    const tournament = TOURNAMENT_MONTHS.indexOf(month as (typeof TOURNAMENT_MONTHS)[number]);
    const entry = planned.entries.find((each) => each.tournament === tournament);
    if (entry !== undefined) await this.enter(person, this.tournaments[tournament] as Tournament, entry);
    const bootcamp = BOOTCAMP_MONTHS.indexOf(month as (typeof BOOTCAMP_MONTHS)[number]);
    if (planned.bootcamps.includes(bootcamp)) await this.takeSeat(person);
    if (planned.deletes === month) await this.delete(person);
  }

  private async join(person: Lived): Promise<void> {
    const { checkoutUrl } = await this.expect<{ checkoutUrl: string }>(200, 'POST', '/api/register-and-subscribe', {
      ...person.registration,
      ...(person.planned.promo && { promoCode: this.promoCode }),
    });
    await this.pay(checkoutUrl);
    const token = await this.logIn(person);
    await patiently('the membership to open', async () => {
      const { body } = await this.ask<{ subscriptionStatus: string }>('GET', '/api/auth/user', undefined, token);
      if (body.subscriptionStatus !== 'active') throw new Error(`${person.registration.email} is not active`);
    });
    person.isMember = true;
    this.count('joined');
  }

  private async pay(url: string): Promise<void> {
    const paid = await fetch(`${url}/pay`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ card: 'works' }),
    });
    if (paid.status !== 303) throw new Error(`Paying answered ${paid.status}`);
  }

  private async setCard(person: Lived, card: 'works' | 'later-fails'): Promise<void> {
    const { data } = await stripeOf(this.system).customers.list({ email: person.registration.email });
    for (const { id: customer } of data) await atProvider(this.system, 'card', { customer, card });
    person.isCardBroken = card !== 'works';
    this.count(card === 'works' ? 'cards repaired' : 'cards broken');
  }

  private async repair(month: number, person: Lived): Promise<void> {
    const { isRepaired } = person.planned;
    // The renewal after the card broke has failed by then, and the access goes on for some days.
    if (person.isCardBroken && isRepaired && (person.planned.cardFails ?? MONTHS) <= month)
      await this.setCard(person, 'works');
  }

  private async cancel(person: Lived): Promise<void> {
    const token = await this.logIn(person);
    if (token === undefined) return;
    const { status } = await this.ask('POST', '/api/subscription/cancel', undefined, token);
    if (status !== 200) return;
    this.count('cancelled');
    if (person.planned.resumes) {
      const resumed = await this.ask('POST', '/api/subscription/resume', undefined, token);
      if (resumed.status === 200) return;
    }
    person.isCancelled = true;
  }

  private async delete(person: Lived): Promise<void> {
    const token = await this.logIn(person);
    const { password: currentPassword } = person.registration;
    await this.expect(200, 'POST', '/api/account/delete', { currentPassword }, token);
    person.isDeleted = true;
    this.count('deleted');
  }

  private async enter(person: Lived, { id, title }: Tournament, { paying, isMistyped }: PlannedEntry): Promise<void> {
    const { firstName, lastName } = person.registration;
    const email = isMistyped ? `typed.wrong.${person.registration.email}` : person.registration.email;
    const token = person.isMember ? await this.logIn(person) : undefined;
    const form = { email, firstName, lastName, events: ['prepared_speech'], division: 'development', waiver: true };
    const { payment, waitlisted } = await this.expect<{ payment?: { token: string }; waitlisted?: boolean }>(
      201,
      'POST',
      '/api/tournament/register',
      { ...form, eventId: id },
      token,
    );
    this.count(waitlisted === true ? 'waiting' : 'entered');
    // Free for annual members.
    if (waitlisted !== true && payment === undefined) person.entered.add(title);
    const isPaid = payment !== undefined && paying === 'immediately' && (await this.payLink(payment.token, token));
    if (isPaid) person.entered.add(title);
    if (isMistyped) await this.correct(person, email, title, isPaid);
  }

  /** Staff correct the mistyped email of an entry, once its payment is known, and do the same again. */
  private async correct(person: Lived, typed: string, title: string, isPaid: boolean): Promise<void> {
    if (isPaid)
      await emailTo(this.system, typed, ({ subject, text }) => subject.includes('You are in') && text.includes(title));
    const query = `/api/admin/tournament-registrations?limit=10&q=${encodeURIComponent(typed)}`;
    const { items } = await this.get<{ items: { id: string; firstName: string; lastName: string; event: string }[] }>(
      query,
    );
    const entry = items[0];
    if (entry === undefined) throw new Error(`${typed} is not in ${title}`);
    const seen = { firstName: entry.firstName, lastName: entry.lastName, division: 'development', email: typed };
    const body = { ...seen, email: person.registration.email, seen };
    const path = `/api/admin/registrations/tournament/${entry.id}`;
    await this.expect(200, 'PUT', path, body, this.token);
    await this.expect(200, 'PUT', path, body, this.token);
    this.count('corrected');
  }

  /** Switches to the other plan at the price that was quoted, and asks for the same again. */
  private async switch(person: Lived): Promise<void> {
    const token = await this.logIn(person);
    const plan = person.planned.plan === 'annual' ? 'monthly' : 'annual';
    const quote = await this.ask<PlanSwitchQuote>('POST', '/api/subscription/switch/preview', { plan }, token);
    if (quote.status !== 200) return;
    const { amountDue, creditLeft, quotedAt } = quote.body;
    const accepted = { plan, amountDue, creditLeft, quotedAt };
    const switched = await this.ask<{ message: string }>('POST', '/api/subscription/switch', accepted, token);
    // Its renewal may have begun meanwhile.
    if (switched.status === 409) return;
    if (switched.status !== 200) this.surprises.push(`A switch answered ${JSON.stringify(switched)}`);
    const again = await this.ask('POST', '/api/subscription/switch', accepted, token);
    if (again.status !== 200 && again.status !== 409) this.surprises.push(`A switch again answered ${again.status}`);
    this.count('switched');
  }

  /** Pauses from the end of the paid month on, and asks for the same again. */
  private async pause(person: Lived, month: number, months: number): Promise<void> {
    const token = await this.logIn(person);
    const answers = [
      await this.ask('POST', '/api/subscription/pause', { months }, token),
      await this.ask('POST', '/api/subscription/pause', { months }, token),
    ];
    // Its renewal failed meanwhile.
    if (answers[0]?.status === 409) return;
    if (answers.some(({ status }) => status !== 200))
      this.surprises.push(`A pause answered ${JSON.stringify(answers)}`);
    person.pausedUntil = month + 1 + months;
    this.count('paused');
  }

  /** Pays by a payment link; false where it can no longer be paid. */
  private async payLink(linkToken: string, token?: string): Promise<boolean> {
    const { status, body } = await this.ask<{ url: string }>(
      'POST',
      '/api/payment-links/checkout',
      { token: linkToken },
      token,
    );
    if (status !== 200) return false;
    await this.pay(body.url);
    this.count('entries paid');
    return true;
  }

  /** Pays what an email of this tournament asks for: entries left unpaid, and places offered to the waitlist. */
  private async payLate(month: number, person: Lived): Promise<void> {
    const tournament = TOURNAMENT_MONTHS.indexOf(month as (typeof TOURNAMENT_MONTHS)[number]);
    const entry = person.planned.entries.find((each) => each.tournament === tournament);
    const event = this.tournaments[tournament];
    if (entry === undefined || event === undefined || entry.paying === 'never' || person.entered.has(event.title))
      return;
    if (entry.paying.endsWith('check')) return this.payByCheck(person, event, entry);
    const mail = (await emailsTo(this.system, person.registration.email)).find(
      ({ text }) => text.includes(event.title) && payLinkIn(text) !== undefined,
    );
    const link = mail === undefined ? undefined : payLinkIn(mail.text);
    if (link !== undefined && (await this.payLink(new URL(link).searchParams.get('token') ?? '')))
      person.entered.add(event.title);
  }

  /** Staff record a check for an entry that is to be paid, twice; and what follows of it. */
  private async payByCheck(person: Lived, { id: event, title }: Tournament, { paying }: PlannedEntry): Promise<void> {
    const { email } = person.registration;
    const query = `/api/admin/tournament-registrations?limit=10&event=${event}&q=${encodeURIComponent(email)}`;
    const [entry] = (await this.get<{ items: { id: string }[] }>(query)).items;
    if (entry === undefined) throw new Error(`${email} is not in ${title}`);
    const payable = await this.get<{ amount: number; problem: string | null }>(
      `/api/admin/offline-payments/payable/${entry.id}`,
    );
    // It waits, or its place was released.
    if (payable.problem !== null) return;
    const receivedOn = new Date((await timeOf(this.system)) - DAY_MS).toISOString().slice(0, 10);
    const { amount } = payable;
    const of = { method: 'check', receivedOn, reference: '', note: '' };
    const twice = async (path: string, body: object, status: number): Promise<string> => {
      const ask = () =>
        this.expect<{ id: string }>(status, 'POST', `/api/admin/offline-payments${path}`, body, this.token);
      await ask();
      return (await ask()).id;
    };
    const isWrong = paying === 'corrected_check';
    const recorded = { id: randomUUID(), registrationId: entry.id, amount: isWrong ? amount * 10 : amount, ...of };
    const payment = await twice('', recorded, 201);
    this.count('checks');
    const { subject } = await emailTo(
      this.system,
      email,
      (mail) => /You are in|is returned/.test(mail.subject) && mail.text.includes(title),
    );
    // Another person got the last place in the same moment.
    if (subject.includes('is returned')) return this.count('checks returned');
    const reason = 'As the season goes.';
    if (isWrong) await twice(`/${payment}/corrections`, { id: randomUUID(), amount, reason, ...of }, 201);
    if (paying === 'bounced_check') await twice(`/${payment}/undo`, { id: randomUUID(), reason }, 200);
    else person.entered.add(title);
  }

  private async takeSeat(person: Lived): Promise<void> {
    const { email, firstName, lastName } = person.registration;
    const token = person.isMember ? await this.logIn(person) : undefined;
    const { checkoutUrl } = await this.expect<{ checkoutUrl?: string }>(
      200,
      'POST',
      '/api/bootcamp-checkout',
      { email, firstName, lastName, experienceLevel: 'beginner' },
      token,
    );
    if (checkoutUrl !== undefined) await this.pay(checkoutUrl);
    this.count('seats');
  }

  /** The refunds by staff that are due in a month, with a repeated request each. */
  private async refund(month: number): Promise<void> {
    for (const { kind } of this.plan.refunds.filter((refund) => refund.month === month)) {
      const { items } = await this.get<{ items: ListedPayment[] }>('/api/admin/payments?limit=100&kind=charge');
      const free = items.filter(
        ({ refunded, isOurs, isDisputed, person }) => refunded === 0 && isOurs && !isDisputed && person !== null,
      );
      const charge = free[Math.floor(this.random.next() * free.length)];
      if (charge === undefined) continue;
      const half = Math.floor(charge.amount / 2);
      const amounts = kind === 'part' ? [half] : kind === 'all' ? [charge.amount] : [half, charge.amount - half];
      let left = charge.amount;
      for (const amount of amounts) {
        const body = { id: randomUUID(), amount, left, reason: 'As the season goes.' };
        const path = `/api/admin/payments/${charge.id}/refunds`;
        const [made] = await Promise.all(
          [0, 1].map(() => this.expect<{ ends: string | null }>(200, 'POST', path, body, this.token)),
        );
        left -= amount;
        this.count('refunds');
        const person = this.people.find(({ registration }) => registration.email === charge.person?.email);
        if (made?.ends === 'membership' && person !== undefined) person.isRefunded = true;
        if (made?.ends === 'registration' && charge.title !== null) person?.entered.delete(charge.title);
      }
    }
  }

  /** Staff give a member credit, with a repeated request, and withdraw a part of it. */
  private async changeCredit(month: number): Promise<void> {
    const members = this.people.filter(({ isMember, isDeleted }) => isMember && !isDeleted);
    const person = members[month % Math.max(1, members.length)];
    const token = person === undefined ? undefined : await this.logIn(person);
    if (token === undefined) return;
    const { body } = await this.ask<{ id: string }>('GET', '/api/auth/user', undefined, token);
    const path = `/api/admin/members/${body.id}/credit`;
    for (const [act, amount] of [
      ['give', 2_500],
      ['withdraw', 1_000],
    ] as const) {
      const { balance } = await this.get<{ balance: number }>(path);
      const change = { id: randomUUID(), act, amount, balance, reason: 'As the season goes.' };
      await Promise.all([0, 1].map(() => this.expect(200, 'POST', path, change, this.token)));
      this.count('credits');
    }
  }

  /** Around an event: a week, a day and an hour before it, and its end. */
  private async passEvent({ at }: Tournament): Promise<void> {
    for (const before of [7 * DAY_MS, DAY_MS, HOUR_MS, -4 * HOUR_MS]) {
      const now = await timeOf(this.system);
      if (at - before + 60_000 > now) await this.advance(at - before + 60_000 - now);
      await runJob(this.system, 'registrations', 'send-event-notices');
    }
  }

  private async passUntil(month: number, day: number): Promise<void> {
    const until = await this.at(month, day);
    for (let now = await timeOf(this.system); now < until; now = await timeOf(this.system))
      await this.advance(Math.min(until - now, 5 * DAY_MS));
  }

  /** Moves the clock, once all that happened until then is known everywhere, as it is within seconds in an ordinary year. */
  private async advance(ms: number): Promise<void> {
    await this.rest();
    await atProvider(this.system, 'advance', { seconds: Math.ceil(ms / 1_000) });
  }

  private async rest(): Promise<void> {
    const stripe = stripeOf(this.system);
    await untilNoneLeft('messages of the provider to come', async () => {
      const { data } = await stripe.events.list({ limit: 100 });
      return data.filter(({ pending_webhooks: pending }) => pending > 0).length;
    });
    const now = new Date(await timeOf(this.system)).toISOString();
    await untilNoneLeft('all work to be done', async () => {
      const found = await findViolations(this.database, { accepted: [], now, of: WORK });
      return found.length;
    });
  }
}

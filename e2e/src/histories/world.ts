import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { tokensTo } from '../testing/mailbox.ts';
import { callApi, patiently } from '../testing/person.ts';
import { atProvider, timeOf } from '../testing/provider.ts';
import type { RunningSystem } from '../testing/start-system.ts';
import { MAILBOXES, readersOf, type Step, describeStep } from './history.ts';
import type { Attempt, Observation, SeenAccount, SeenSubscription } from './judge.ts';

/** The system in which histories run, and an administrator of it. */
export interface Stage {
  readonly system: RunningSystem;
  readonly stripe: Stripe;
  readonly monthlyPriceId: string;
  /** A tournament that takes entries, and costs something, until every history is over. */
  readonly tournamentId: string;
  readonly adminToken: () => string;
}

interface Account {
  readonly id: string;
  readonly password: string;
  person: number;
  mailbox: number;
  isVerified: boolean;
  isDeactivated: boolean;
  isDeleted: boolean;
  /** When it was deleted, by the product's clock; milliseconds. */
  deletedAt: number | null;
  token: string;
}

interface Purchase {
  readonly sessionId: string;
  readonly payer: number;
  /** The account that paid, or the mailbox that a guest paid for. */
  readonly by: Account | number;
  /** Accounts that verified the mailbox since, or showed the payment. */
  readonly claimants: Set<Account>;
  /** Accounts of the mailbox that were deactivated in the second of the payment: the provider's seconds do not show which came first. */
  readonly perhaps: Set<Account>;
  /** The time at which the payment was reported to have succeeded; milliseconds. */
  readonly paidAt: number;
}

const NAMES = { firstName: 'Ada', lastName: 'Okafor' };
const LINKS_AN_HOUR = 3;
const SECOND_MS = 1_000;

/** The known state of one history: which person did what, and so which may own what. Performs each step through the public API. */
export class World {
  private readonly emails = Array.from({ length: MAILBOXES }, () => `person+${randomUUID().slice(0, 8)}@example.com`);
  private readonly accounts: Account[] = [];
  private readonly purchases: Purchase[] = [];
  private readonly usedLinks = new Set<string>();
  private moves = 0;
  private last: Observation = { accounts: [], subscriptions: [], failures: [], attempts: [] };
  private readonly linksAsked = new Map<string, number>();
  readonly failures: string[] = [];
  readonly steps: string[] = [];

  constructor(
    private readonly stage: Stage,
    private readonly mayBeUnavailable: () => boolean,
  ) {}

  async live(step: Step): Promise<void> {
    this.steps.push(describeStep(step));
    const { person, mailbox, other } = step;
    const account =
      this.at(mailbox, person) ?? this.accounts.find((account) => account.person === person && !account.isDeleted);
    switch (step.verb) {
      case 'register':
        return this.register(person, mailbox);
      case 'verify':
        return account === undefined ? undefined : this.verify(account);
      case 'reset-password':
        return this.resetPassword(person, mailbox);
      case 'set-up':
        return this.setUp(person, mailbox);
      case 'set-up-by-payment':
        return this.setUpByPayment(person, mailbox);
      case 'pay-signed-in':
        return account === undefined ? undefined : this.paySignedIn(account, other);
      case 'pay-as-guest':
        return this.payAsGuest(person, mailbox, other, undefined);
      case 'pay-for-another':
        return this.payAsGuest(
          person,
          other,
          mailbox,
          this.accounts.find((account) => account.person === person && this.isIn(account)),
        );
      case 'open-and-leave':
        await this.ask('POST', '/api/create-subscription', {
          body: { priceId: this.stage.monthlyPriceId, customerEmail: this.emails[mailbox] },
        });
        if (account !== undefined && this.isIn(account))
          await this.ask('POST', '/api/subscription/checkout', { body: { plan: 'monthly' }, token: account.token });
        return;
      case 'change-address':
        return account === undefined ? undefined : this.move(account);
      case 'swap-addresses':
        if (account === undefined) return;
        return this.swap(account);
      case 'delete':
        return account === undefined ? undefined : this.remove(account);
      case 'deactivate':
      case 'reactivate':
        return this.switchAccount(mailbox, step.verb);
      case 'refund':
        return this.refund(mailbox);
      case 'cancel':
      case 'resume':
        if (account !== undefined && this.isIn(account))
          await this.ask('POST', `/api/subscription/${step.verb}`, { token: account.token });
        return;
      case 'fail-card':
      case 'recover-card':
        return this.setCard(mailbox, step.verb === 'fail-card' ? 'later-fails' : 'works');
    }
  }

  /** Everybody signs in again: after a month every session is over. */
  async signInAgain(): Promise<void> {
    this.linksAsked.clear();
    for (const account of this.accounts) if (this.isIn(account)) account.token = await this.logIn(account);
  }

  /** How much happened: accounts that were opened, verified and deleted, payments that were made, and, at the last observation, retained money and payment pages for entries. */
  get extent(): {
    accounts: number;
    verified: number;
    moved: number;
    deleted: number;
    payments: number;
    asGuest: number;
    kept: number;
    entries: number;
  } {
    return {
      accounts: this.accounts.length,
      verified: this.accounts.filter(({ isVerified }) => isVerified).length,
      moved: this.moves,
      deleted: this.accounts.filter(({ isDeleted }) => isDeleted).length,
      payments: this.purchases.length,
      asGuest: this.purchases.filter(({ by }) => typeof by === 'number').length,
      kept: this.last.subscriptions.filter(({ kept }) => kept > 0).length,
      entries: this.last.attempts.filter(({ what, status }) => what === 'tournament entry' && status === 200).length,
    };
  }

  /**
   * The state that each person sees now, and the provider's. With `cancels`, each owner of a live subscription cancels it; with `goesOn`,
   * everybody tries to open the checkouts of a membership and of a tournament entry.
   */
  async observe({ cancels = false, goesOn = false } = {}): Promise<Observation> {
    const attempts = goesOn ? await this.goOn() : [];
    const now = await timeOf(this.stage.system);
    const subscriptions = (
      await Promise.all(this.purchases.map((purchase) => this.seeSubscription(purchase, now)))
    ).flat();
    const accounts = await Promise.all(
      this.accounts
        .filter(({ isDeleted }) => !isDeleted)
        .map((account) => this.seeAccount(account, cancels, subscriptions)),
    );
    this.last = { accounts, subscriptions, failures: this.failures, attempts };
    return this.last;
  }

  /** A checkout of a membership for each mailbox and each account, and of a tournament entry for each mailbox, by its account where it has one. */
  private async goOn(): Promise<Attempt[]> {
    const attempts: Attempt[] = [];
    const attempt = async <T>(what: Attempt['what'], email: string, path: string, body: object, token?: string) => {
      const answer = await this.ask<T & { code?: string }>('POST', path, {
        body,
        ...(token === undefined ? {} : { token }),
      });
      attempts.push({ what, email, status: answer.status, code: answer.body.code ?? null });
      return answer.body;
    };
    for (const [mailbox, email] of this.emails.entries()) {
      const holder = this.holderOf(mailbox);
      const token = holder !== undefined && this.isIn(holder) ? holder.token : undefined;
      await attempt('membership', email, '/api/create-subscription', {
        priceId: this.stage.monthlyPriceId,
        customerEmail: email,
      });
      if (token !== undefined)
        await attempt('membership', email, '/api/subscription/checkout', { plan: 'monthly' }, token);
      const { payment } = await attempt<{ payment?: { token: string } }>(
        'tournament entry',
        email,
        '/api/tournament/register',
        {
          ...NAMES,
          email,
          events: ['prepared_speech'],
          division: 'development',
          waiver: true,
          eventId: this.stage.tournamentId,
        },
        token,
      );
      if (payment !== undefined)
        await attempt('tournament entry', email, '/api/payment-links/checkout', { token: payment.token }, token);
    }
    return attempts;
  }

  private async register(person: number, mailbox: number): Promise<void> {
    const password = `the password of person ${person}`;
    const body = { ...NAMES, email: this.emails[mailbox], password, confirmPassword: password, plan: 'monthly' };
    const { status } = await this.ask('POST', '/api/register-and-subscribe', { body });
    if (this.holderOf(mailbox) !== undefined) return;
    // The account is there although the provider did not answer.
    if (status === 200 || status === 503) await this.enter(person, mailbox, password, false);
  }

  private async verify(account: Account): Promise<void> {
    if (
      !this.isIn(account) ||
      account.isVerified ||
      !readersOf(account.mailbox).includes(account.person) ||
      !this.mayAskFor('verify', account.mailbox)
    )
      return;
    const { status } = await this.ask('POST', '/api/auth/verify-email', { token: account.token });
    if (status !== 200) return;
    await this.confirm(account, account.mailbox);
  }

  private async resetPassword(person: number, mailbox: number): Promise<void> {
    const account = this.holderOf(mailbox);
    if (
      account === undefined ||
      account.isDeactivated ||
      !readersOf(mailbox).includes(person) ||
      !this.mayAskFor('reset', mailbox)
    )
      return;
    await this.ask('POST', '/api/auth/reset-password', { body: { email: this.emails[mailbox] } });
    const token = await this.link(mailbox, '/reset-password');
    const { status } = await this.ask('POST', '/api/auth/reset-password/confirm', {
      body: { token, password: account.password, confirmPassword: account.password },
    });
    if (status !== 200) return;
    account.person = person;
    this.nowVerified(account);
    account.token = await this.logIn(account);
  }

  private async setUp(person: number, mailbox: number): Promise<void> {
    if (
      this.holderOf(mailbox) !== undefined ||
      !readersOf(mailbox).includes(person) ||
      !this.mayAskFor('setup', mailbox)
    )
      return;
    await this.setUpWith(person, mailbox, async (form) => {
      await this.ask('POST', '/api/auth/setup-account', { body: form });
      return { token: await this.link(mailbox, '/setup-account') };
    });
    const account = this.holderOf(mailbox);
    if (account !== undefined) this.nowVerified(account);
  }

  private async setUpByPayment(person: number, mailbox: number): Promise<void> {
    const purchase = this.purchases.findLast(({ payer, by }) => payer === person && by === mailbox);
    if (purchase === undefined || this.holderOf(mailbox) !== undefined) return;
    await this.setUpWith(person, mailbox, () => Promise.resolve({ sessionId: purchase.sessionId }));
    const account = this.holderOf(mailbox);
    if (account !== undefined) purchase.claimants.add(account);
  }

  private async setUpWith(
    person: number,
    mailbox: number,
    credentialFor: (form: object) => Promise<object>,
  ): Promise<void> {
    const password = `the password of person ${person}`;
    const form = {
      ...NAMES,
      email: this.emails[mailbox],
      password,
      confirmPassword: password,
      division: 'development',
    };
    const { status } = await this.ask('POST', '/api/auth/setup-account', {
      body: { ...form, ...(await credentialFor(form)) },
    });
    if (status === 200) await this.enter(person, mailbox, password, false);
  }

  private async paySignedIn(account: Account, other: number): Promise<void> {
    if (!this.isIn(account)) return;
    const { status, body } = await this.ask<{ checkoutUrl: string }>('POST', '/api/subscription/checkout', {
      body: { plan: other % 2 === 0 ? 'monthly' : 'annual' },
      token: account.token,
    });
    if (status === 200) await this.pay(body.checkoutUrl, account.person, account, other);
  }

  private async payAsGuest(
    payer: number,
    mailbox: number,
    other: number,
    signedIn: Account | undefined,
  ): Promise<void> {
    const body = { priceId: this.stage.monthlyPriceId, customerEmail: this.emails[mailbox] };
    const { status, body: opened } = await this.ask<{ url: string }>('POST', '/api/create-subscription', {
      body,
      ...(signedIn === undefined ? {} : { token: signedIn.token }),
    });
    if (status === 200) await this.pay(opened.url, payer, signedIn?.mailbox === mailbox ? signedIn : mailbox, other);
  }

  private async pay(url: string, payer: number, by: Account | number, other: number): Promise<void> {
    const sessionId = url.split('/').at(-1)!;
    const paid = await fetch(`${url}/pay`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ card: other % 3 === 0 ? 'later-fails' : 'works' }),
    });
    if (paid.status !== 303 || this.purchases.some((known) => known.sessionId === sessionId)) return;
    const holder = typeof by === 'number' ? this.holderOf(by) : undefined;
    // A payment for the email address of a deactivated account is refunded, which its holder may see once it is reactivated.
    const gets = holder !== undefined && (holder.isVerified || holder.isDeactivated);
    this.purchases.push({
      sessionId,
      payer,
      by,
      claimants: new Set(gets ? [holder] : []),
      perhaps: new Set(),
      paidAt: Date.now(),
    });
    // Some come back from the payment page, others close the window.
    if (other % 2 === 0) await this.ask('GET', `/api/checkout-sessions/${sessionId}`);
  }

  /** To another mailbox that the person reads, where that is free. */
  private async move(account: Account): Promise<void> {
    const mailbox = this.emails.findIndex(
      (_, candidate) => readersOf(candidate).includes(account.person) && this.holderOf(candidate) === undefined,
    );
    if (!this.isIn(account) || mailbox === -1 || !this.mayAskFor(`move of ${account.id}`, 0)) return;
    const { status } = await this.ask('PUT', '/api/auth/update-profile', {
      body: { ...NAMES, email: this.emails[mailbox], currentPassword: account.password },
      token: account.token,
    });
    if (status !== 200) return;
    await this.confirm(account, mailbox);
    if (account.mailbox === mailbox) this.moves += 1;
  }

  private async confirm(account: Account, mailbox: number): Promise<void> {
    const { status } = await this.ask('POST', '/api/auth/confirm-email', {
      body: { token: await this.link(mailbox, '/confirm-email') },
      token: account.token,
    });
    if (status !== 200) return;
    account.mailbox = mailbox;
    this.nowVerified(account);
  }

  /** Moves away, and the other reader of the mailbox that was left registers with it. */
  private async swap(account: Account): Promise<void> {
    const left = account.mailbox;
    await this.move(account);
    const other = readersOf(left).find((reader) => reader !== account.person);
    if (account.mailbox !== left && other !== undefined) await this.register(other, left);
  }

  private async remove(account: Account): Promise<void> {
    if (!this.isIn(account)) return;
    const { status } = await this.ask('POST', '/api/account/delete', {
      body: { currentPassword: account.password },
      token: account.token,
    });
    if (status !== 200) return;
    account.isDeleted = true;
    account.deletedAt = await timeOf(this.stage.system);
  }

  private async switchAccount(mailbox: number, verb: 'deactivate' | 'reactivate'): Promise<void> {
    const account = this.holderOf(mailbox);
    if (account === undefined) return;
    const askedAt = Date.now();
    const { status } = await this.ask('POST', `/api/admin/members/${account.id}/${verb}`, {
      body: { reason: 'as it happens' },
      token: this.stage.adminToken(),
    });
    if (status !== 200) return;
    account.isDeactivated = verb === 'deactivate';
    for (const { by, perhaps, paidAt } of this.purchases)
      if (account.isDeactivated && by === mailbox && askedAt - paidAt < SECOND_MS) perhaps.add(account);
    if (this.isIn(account)) account.token = await this.logIn(account);
  }

  private async refund(mailbox: number): Promise<void> {
    const [subscription] = await this.liveOf(mailbox);
    if (subscription === undefined) return;
    // While the provider's answers are cut, staff give up or the refund was made nevertheless.
    const charges = await this.stage.stripe.charges
      .list({ customer: subscription.customer as string, limit: 100 })
      .catch(() => null);
    const charge = charges?.data.find(({ paid, refunded }) => paid && !refunded);
    if (charge !== undefined) await this.stage.stripe.refunds.create({ charge: charge.id }).catch(() => undefined);
  }

  private async setCard(mailbox: number, card: 'works' | 'later-fails'): Promise<void> {
    for (const { customer } of await this.liveOf(mailbox)) {
      await atProvider(this.stage.system, 'card', { customer, card });
    }
  }

  /** Live subscriptions that were paid for by the account of a mailbox, or for the mailbox. The provider may be down. */
  private async liveOf(mailbox: number): Promise<Stripe.Subscription[]> {
    const purchasesOfAccount = this.purchases.filter(
      ({ by }) => by === mailbox || (typeof by !== 'number' && by.mailbox === mailbox),
    );
    const subscriptions = await Promise.all(
      purchasesOfAccount.map(({ sessionId }) => this.subscriptionOf(sessionId).catch(() => null)),
    );
    return subscriptions.filter(
      (subscription) => subscription !== null && subscription.status !== 'canceled',
    ) as Stripe.Subscription[];
  }

  private async subscriptionOf(sessionId: string): Promise<Stripe.Subscription | null> {
    const { subscription } = await this.stage.stripe.checkout.sessions.retrieve(sessionId);
    return subscription === null ? null : this.stage.stripe.subscriptions.retrieve(subscription as string);
  }

  private async seeSubscription(
    { sessionId, by, claimants, perhaps }: Purchase,
    now: number,
  ): Promise<SeenSubscription[]> {
    const subscription = await this.subscriptionOf(sessionId);
    if (subscription === null) return [];
    const { data: invoices } = await this.stage.stripe.invoices.list({
      subscription: subscription.id,
      limit: 100,
      expand: ['data.payments'],
    });
    const may = typeof by === 'number' ? [...claimants, ...perhaps] : [by];
    const deletedAt = Math.max(0, ...may.map((account) => account.deletedAt ?? 0));
    return [
      {
        id: subscription.id,
        isLive: subscription.status !== 'canceled',
        isPastDue: subscription.status === 'past_due' || subscription.status === 'unpaid',
        cancelsAtPeriodEnd: subscription.cancel_at_period_end,
        kept: await this.keptOf(
          subscription.customer as string,
          invoices.filter(
            ({ lines, status_transitions: { paid_at: paidAt } }) =>
              (paidAt ?? 0) * SECOND_MS > deletedAt &&
              lines.data.some(({ period }) => period.start * SECOND_MS <= now && now < period.end * SECOND_MS),
          ),
        ),
        invoices: invoices.flatMap(({ hosted_invoice_url: url }) => url ?? []),
        mayBeOf: may.filter(({ isDeleted }) => !isDeleted).map(({ mailbox }) => this.emails[mailbox]!),
        // An account that verified the mailbox and left it before the payment was reported may have missed it: it belongs to the next holder.
        paidFor: typeof by === 'number' ? this.emails[by]! : null,
        mayWait: typeof by === 'number' && !this.hasHolderFor(by, claimants),
      },
    ];
  }

  /** The amount that was charged with these invoices and not refunded; cents. */
  private async keptOf(customer: string, invoices: readonly Stripe.Invoice[]): Promise<number> {
    if (invoices.length === 0) return 0;
    const intents = new Set(
      invoices.flatMap(({ payments }) => payments?.data.flatMap(({ payment }) => payment.payment_intent ?? []) ?? []),
    );
    const { data: charges } = await this.stage.stripe.charges.list({ customer, limit: 100 });
    return charges
      .filter((charge) => charge.paid && charge.payment_intent !== null && intents.has(charge.payment_intent))
      .reduce((sum, charge) => sum + charge.amount - charge.amount_refunded, 0);
  }

  private async seeAccount(
    account: Account,
    cancels: boolean,
    subscriptions: readonly SeenSubscription[],
  ): Promise<SeenAccount> {
    const email = this.emails[account.mailbox]!;
    if (account.isDeactivated) return this.seeDeactivated(account, email, subscriptions);
    const { token } = account;
    const [user, details, payments] = [
      await this.ask<{ subscriptionStatus: string }>('GET', '/api/auth/user', { token }),
      await this.ask<{ status: string; cancel_at_period_end: boolean } | null>('GET', '/api/subscription/details', {
        token,
      }),
      await this.ask<{ invoice_url: string | null }[]>('GET', '/api/subscription/payment-history', { token }),
    ];
    if (user.status !== 200) throw new Error(`${email} is answered ${user.status}`);
    // By the payment alone it is not theirs to end, nor are its invoices shown.
    const isByPayment =
      !account.isVerified &&
      this.purchases.some(({ by, claimants }) => by === account.mailbox && claimants.has(account));
    const listed = isByPayment ? await this.listedOf(account, email, subscriptions) : [];
    const invoices = [
      ...payments.body.flatMap(({ invoice_url: url }) => url ?? []),
      ...listed.flatMap((subscription) => subscription.invoices),
    ];
    const mayCancel =
      cancels &&
      subscriptions.some(
        (subscription) =>
          subscription.isLive &&
          !subscription.isPastDue &&
          subscription.invoices.some((invoice) => invoices.includes(invoice)),
      );
    return {
      email,
      isDeactivated: false,
      isActive: user.body.subscriptionStatus === 'active',
      details:
        details.body === null
          ? null
          : { status: details.body.status, cancelAtPeriodEnd: details.body.cancel_at_period_end },
      invoices,
      isByPayment,
      cancelStatus: mayCancel ? (await this.ask('POST', '/api/subscription/cancel', { token })).status : null,
    };
  }

  /** A deactivated account cannot sign in: administrators see what it owns. */
  private async seeDeactivated(
    account: Account,
    email: string,
    subscriptions: readonly SeenSubscription[],
  ): Promise<SeenAccount> {
    const listedSubscriptions = await this.listedOf(account, email, subscriptions);
    return {
      email,
      isDeactivated: true,
      isActive: listedSubscriptions.some(({ isLive }) => isLive),
      details: null,
      invoices: listedSubscriptions.flatMap(({ invoices }) => invoices),
      isByPayment: false,
      cancelStatus: null,
    };
  }

  /** The subscriptions that administrators see of an account. */
  private async listedOf(
    { id }: Account,
    email: string,
    subscriptions: readonly SeenSubscription[],
  ): Promise<SeenSubscription[]> {
    const { status, body } = await this.ask<{
      items: { userId: string | null; stripeSubscriptionId: string | null }[];
    }>('GET', `/api/admin/debate-club-registrations?limit=100&q=${encodeURIComponent(email)}`, {
      token: this.stage.adminToken(),
    });
    if (status !== 200) throw new Error(`The list of registrations answers ${status}`);
    return subscriptions.filter((subscription) =>
      body.items.some(({ userId, stripeSubscriptionId }) => userId === id && stripeSubscriptionId === subscription.id),
    );
  }

  private async enter(person: number, mailbox: number, password: string, isVerified: boolean): Promise<void> {
    const token = await this.logIn({ mailbox, password });
    const { body } = await this.ask<{ id: string }>('GET', '/api/auth/user', { token });
    this.accounts.push({
      id: body.id,
      password,
      person,
      mailbox,
      isVerified,
      isDeactivated: false,
      isDeleted: false,
      deletedAt: null,
      token,
    });
  }

  private async logIn({ mailbox, password }: Pick<Account, 'mailbox' | 'password'>): Promise<string> {
    const { status, body } = await this.ask<{ token: string }>('POST', '/api/auth/login', {
      body: { email: this.emails[mailbox], password },
    });
    if (status !== 200) throw new Error(`${this.emails[mailbox]} cannot log in: ${status} ${JSON.stringify(body)}`);
    return body.token;
  }

  private nowVerified(account: Account): void {
    account.isVerified = true;
    for (const { by, claimants } of this.purchases) if (by === account.mailbox) claimants.add(account);
  }

  private at(mailbox: number, person: number): Account | undefined {
    const account = this.holderOf(mailbox);
    return account?.person === person ? account : undefined;
  }

  private holderOf(mailbox: number): Account | undefined {
    return this.accounts.find((account) => !account.isDeleted && account.mailbox === mailbox);
  }

  private hasHolderFor(mailbox: number, claimants: ReadonlySet<Account>): boolean {
    const holder = this.holderOf(mailbox);
    return holder !== undefined && (holder.isVerified || claimants.has(holder));
  }

  private isIn(account: Account): boolean {
    return !account.isDeactivated && !account.isDeleted;
  }

  /** Links are emailed three times an hour for one purpose; further requests are silently ignored. */
  private mayAskFor(purpose: string, mailbox: number): boolean {
    const key = `${purpose} ${mailbox}`;
    const asked = (this.linksAsked.get(key) ?? 0) + 1;
    this.linksAsked.set(key, asked);
    return asked <= LINKS_AN_HOUR;
  }

  /** The token of the newest link to a page in a mailbox, if it has not been followed yet. */
  private async link(mailbox: number, page: string): Promise<string> {
    return patiently(`an email with a link to ${page}`, async () => {
      for (const token of await tokensTo(this.stage.system, this.emails[mailbox]!, page)) {
        if (this.usedLinks.has(token)) continue;
        this.usedLinks.add(token);
        return token;
      }
      throw new Error('not yet');
    });
  }

  /** The lines of the services' logs about a request that failed. */
  private async causeOf(correlationId: string): Promise<string> {
    const folder = join(this.stage.system.dataDir, 'logs');
    const logs = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
    const lines = logs
      .flatMap((log) => log.split('\n'))
      .filter((line) => line.includes(correlationId) && line.includes('"err"'));
    return lines.map((line) => (JSON.parse(line) as { err: { stack: string } }).err.stack).join('\n');
  }

  private async ask<T = Record<string, unknown>>(
    method: string,
    path: string,
    options: { body?: unknown; token?: string } = {},
  ): Promise<{ status: number; body: T }> {
    const { status, body } = await callApi<T>(this.stage.system, method, path, options);
    const isOutage = status === 503 && this.mayBeUnavailable();
    if (status >= 500 && !isOutage) {
      const cause = await this.causeOf((body as { correlationId?: string }).correlationId ?? '');
      this.failures.push(
        `${method} ${path} answered ${status} ${JSON.stringify(body)} at ${this.steps.at(-1)}\n${cause}`,
      );
    }
    return { status, body };
  }
}

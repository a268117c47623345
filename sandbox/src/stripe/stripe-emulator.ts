import type { FastifyInstance } from 'fastify';
import type { ClockFollowers } from '../state/clock-followers.ts';
import type { SandboxClock } from '../state/sandbox-clock.ts';
import { NO_API_FAULTS, type ApiFaults } from './api/api-faults.ts';
import { Idempotency } from './api/idempotency.ts';
import { stripeApi } from './api/stripe-api.plugin.ts';
import { moveOlder } from './billing/balance.ts';
import { DueWork } from './billing/due-work.ts';
import { checkoutPage } from './pages/checkout.page.ts';
import { dashboardPage } from './pages/dashboard.page.ts';
import { eventPage } from './pages/event.page.ts';
import { invoicePage } from './pages/invoice.page.ts';
import { portalPage } from './pages/portal.page.ts';
import { stripeRoutes } from './resources/registry.ts';
import { StripeAccount } from './stripe-account.ts';
import type { StripeStore } from './tables.ts';
import { stripeTestHelpers } from './test-helpers.plugin.ts';
import { WebhookDispatcher, type WebhookEndpoint } from './webhooks/webhook-dispatcher.ts';

export interface StripeEmulatorOptions {
  /** Not loaded yet. */
  store: StripeStore;
  clock: SandboxClock;
  /** The processes that run by the clock. */
  followers: ClockFollowers;
  publicUrl: string;
  endpoint: WebhookEndpoint | undefined;
}

/** The one key that the emulator takes. */
export const STRIPE_SECRET_KEY = 'sk_test_sandbox';

const TICK_MS = 1000;

/** Stripe, played: its API, its pages, its webhooks and its passing of time. */
export class StripeEmulator {
  readonly account: StripeAccount;
  readonly dispatcher: WebhookDispatcher;
  readonly #options: StripeEmulatorOptions;
  readonly #idempotency: Idempotency;
  readonly #due: DueWork;
  #apiFaults: ApiFaults = NO_API_FAULTS;
  #ticker: NodeJS.Timeout | undefined;

  readonly #log: FastifyInstance['log'];

  constructor(app: FastifyInstance, options: StripeEmulatorOptions) {
    const { store, clock } = options;
    this.#options = options;
    this.#log = app.log;
    this.dispatcher = new WebhookDispatcher(store, clock, app.log);
    this.account = new StripeAccount(store, clock, options.publicUrl, (event) => this.dispatcher.enqueue(event));
    this.#idempotency = new Idempotency(store, clock);
    this.#due = new DueWork(this.account, (delivery) => this.dispatcher.release(delivery));
  }

  /** Adds the API under `/v1` and `/stripe/v1`, the pages, and what tests steer it with. */
  register(app: FastifyInstance): void {
    const api = {
      account: this.account,
      routes: stripeRoutes(() => this.dispatcher.endpoint),
      idempotency: this.#idempotency,
      faults: () => this.#apiFaults,
      secretKey: STRIPE_SECRET_KEY,
    };
    app.register(stripeApi, { ...api, prefix: '/v1' });
    app.register(stripeApi, { ...api, prefix: '/stripe/v1' });
    const steering = {
      account: this.account,
      dispatcher: this.dispatcher,
      advance: async (seconds: number) => {
        const happened = this.advance(seconds);
        await this.#options.followers.allKnow();
        return happened;
      },
    };
    app.register(stripeTestHelpers, {
      ...steering,
      followers: this.#options.followers,
      setApiFaults: (faults: ApiFaults) => {
        this.#apiFaults = faults;
      },
    });
    for (const page of [checkoutPage, portalPage, invoicePage]) app.register(page, { account: this.account });
    app.register(dashboardPage, steering);
    app.register(eventPage, steering);
  }

  /** Loads the state, performs everything that fell due meanwhile, and lets time pass. */
  start(): void {
    moveOlder(this.account);
    this.#idempotency.prune();
    this.dispatcher.deliverTo(this.#options.endpoint);
    this.#due.run(this.account.now());
    this.#ticker = setInterval(() => this.#tick(), TICK_MS);
  }

  /**
   * Moves the clock forward; everything that falls due happens, in order. Returns how many changes that were. Events are
   * delivered once the processes that follow the clock know the time, so that none receives an event from its future.
   */
  advance(seconds: number): number {
    const until = this.account.now() + seconds;
    const deliver = this.dispatcher.hold();
    try {
      // The due work goes first: while it runs each thing has its own time, and the clock jumps once it is done.
      const count = this.#due.run(until);
      this.account.clock.advance(seconds);
      return count;
    } finally {
      void this.#options.followers.allKnow().then(deliver);
    }
  }

  #tick(): void {
    try {
      this.#due.run(this.account.now());
      this.account.store.compactIfGrown();
    } catch (error) {
      this.#log.error({ err: error }, 'something that fell due failed');
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#ticker);
    await this.dispatcher.close();
  }
}

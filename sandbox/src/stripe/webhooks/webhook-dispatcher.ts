import type { FastifyBaseLogger } from 'fastify';
import type { SandboxClock } from '../../state/sandbox-clock.ts';
import { stripeId } from '../stripe-id.ts';
import type { DeliveryAttempt, StoredEvent, StripeStore, WebhookDelivery } from '../tables.ts';
import { NO_DELIVERY_FAULTS, type DeliveryFaults } from './delivery-faults.ts';
import { viewEvent } from './event-view.ts';
import { signatureHeader } from './webhook-signature.ts';

export interface WebhookEndpoint {
  url: string;
  secret: string;
}

const ANSWER_WITHIN_MS = 10_000;
const LONGEST_WAIT_MS = 60_000;
const GIVE_UP_AFTER_MS = 3 * 24 * 60 * 60 * 1000;
const MOST_CONCURRENT = 8;
const SHUFFLE_WITHIN_MS = 300;
const KEPT_ATTEMPTS = 20;
const FIRST_LOST_WAIT = 5 * 60;
const LOST_GIVE_UP_AFTER = 3 * 24 * 60 * 60;

/**
 * Delivers events to the one endpoint, each until it answers 2xx: at first immediately, then after 1 s, 2 s, 4 s … at most a
 * minute, for three days of wall time. Stripe waits longer between tries; neither guarantees the order of events. Events
 * that a test drops or delays wait for the sandbox's clock instead.
 * Source: Stripe documentation, "Receive Stripe events in your webhook endpoint", retry behavior.
 */
export class WebhookDispatcher {
  faults: DeliveryFaults = NO_DELIVERY_FAULTS;
  #endpoint: WebhookEndpoint | undefined;
  readonly #store: StripeStore;
  readonly #clock: SandboxClock;
  readonly #log: FastifyBaseLogger;
  readonly #ready = new Set<string>();
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #abort = new AbortController();
  #holds = 0;

  constructor(store: StripeStore, clock: SandboxClock, log: FastifyBaseLogger) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
  }

  get endpoint(): WebhookEndpoint | undefined {
    return this.#endpoint;
  }

  /** Delivers to this endpoint from now on, beginning with what earlier runs left undelivered. */
  deliverTo(endpoint: WebhookEndpoint | undefined): void {
    this.#endpoint = endpoint;
    if (endpoint === undefined) return;
    for (const delivery of this.#store.where('deliveries', 'status', 'pending')) this.#schedule(delivery);
  }

  /** Puts an event on its way; part of the transaction that the event happens in. */
  enqueue(event: StoredEvent): void {
    if (this.#endpoint === undefined) return;
    const { url } = this.#endpoint;
    const { duplicate, shuffle, delayMs, delaySeconds } = this.faults;
    if (delaySeconds === 0 && this.#isLost()) {
      this.#lose(newDelivery(event.id, url));
      return;
    }
    for (let copy = 0; copy <= duplicate; copy += 1) {
      const shuffledByMs = shuffle ? Math.random() * SHUFFLE_WITHIN_MS : 0;
      const delivery = this.#store.put('deliveries', {
        ...newDelivery(event.id, url),
        nextAttemptAt: Date.now() + delayMs + shuffledByMs,
        dueAt: delaySeconds === 0 ? null : this.#clock.now() + delaySeconds,
        shuffledByMs,
      });
      this.#store.afterCommit(() => this.#schedule(delivery));
    }
  }

  /** Sends a delivery on its way that waited for the sandbox's clock. */
  release(delivery: WebhookDelivery): void {
    if (this.#isLost()) {
      this.#lose(delivery);
      return;
    }
    const nextAttemptAt = Date.now() + delivery.shuffledByMs;
    const released = this.#store.put('deliveries', { ...delivery, dueAt: null, nextAttemptAt });
    this.#store.afterCommit(() => this.#schedule(released));
  }

  /** Delivers an event once more, whatever became of it before. */
  redeliver(event: StoredEvent): WebhookDelivery | undefined {
    if (this.#endpoint === undefined) return undefined;
    const delivery = this.#store.put('deliveries', newDelivery(event.id, this.#endpoint.url));
    this.#schedule(delivery);
    return delivery;
  }

  /** Starts no delivery until the function that it answers is called. */
  hold(): () => void {
    this.#holds += 1;
    return () => {
      this.#holds -= 1;
      this.#pump();
    };
  }

  /** Resolves once every delivery that is due now was tried. */
  async settle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  /** Stops: deliveries under way are broken off and stay pending for the next start. */
  async close(): Promise<void> {
    this.#abort.abort();
    this.#ready.clear();
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
    await this.settle();
  }

  #isLost(): boolean {
    return this.faults.drop > 0 && Math.random() < this.faults.drop;
  }

  /** An attempt that never arrives. The next one waits for the sandbox's clock, twice as long as the one before. */
  #lose(delivery: WebhookDelivery): void {
    const attemptCount = delivery.attemptCount + 1;
    const dueAt = this.#clock.now() + FIRST_LOST_WAIT * 2 ** (attemptCount - 1);
    const isOver = FIRST_LOST_WAIT * (2 ** attemptCount - 1) > LOST_GIVE_UP_AFTER;
    const goesOn = this.faults.retry && !isOver;
    this.#store.put('deliveries', {
      ...delivery,
      status: goesOn ? 'pending' : isOver ? 'failed' : 'dropped',
      attempts: [
        ...delivery.attempts,
        { at: Date.now(), status: null, response: 'dropped, as the test helper requested' },
      ].slice(-KEPT_ATTEMPTS),
      attemptCount,
      dueAt: goesOn ? dueAt : null,
    });
  }

  #schedule({ id, nextAttemptAt, dueAt }: WebhookDelivery): void {
    // Old journals know no dueAt.
    if ((dueAt ?? null) !== null) return;
    if (this.#abort.signal.aborted || this.#running.has(id) || this.#waiting.has(id)) return;
    const wait = nextAttemptAt - Date.now();
    if (wait <= 0) {
      this.#ready.add(id);
      this.#pump();
      return;
    }
    const timer = setTimeout(() => {
      this.#waiting.delete(id);
      this.#ready.add(id);
      this.#pump();
    }, wait);
    this.#waiting.set(id, timer);
  }

  #pump(): void {
    if (this.#holds > 0) return;
    for (const id of this.#ready) {
      if (this.#running.size >= MOST_CONCURRENT) return;
      this.#ready.delete(id);
      const delivery = this.#store.get('deliveries', id);
      if (delivery?.status === 'pending') this.#start(delivery);
    }
  }

  #start(delivery: WebhookDelivery): void {
    let soonest = 0;
    const work = this.#attempt(delivery)
      .catch((error: unknown) => {
        this.#log.error({ err: error, delivery: delivery.id }, 'webhook delivery broke');
        soonest = Date.now() + LONGEST_WAIT_MS;
      })
      .finally(() => {
        this.#running.delete(delivery.id);
        const after = this.#store.get('deliveries', delivery.id);
        if (after?.status === 'pending' && this.#endpoint !== undefined)
          this.#schedule({ ...after, nextAttemptAt: Math.max(after.nextAttemptAt, soonest) });
        this.#pump();
      });
    this.#running.set(delivery.id, work);
  }

  async #attempt(delivery: WebhookDelivery): Promise<void> {
    const event = this.#store.get('events', delivery.event);
    const endpoint = this.#endpoint;
    if (event === undefined || endpoint === undefined) return;
    const body = JSON.stringify(viewEvent(this.#store, event), null, 2);
    const seconds = Math.floor(Date.now() / 1000) - this.faults.signedSecondsAgo;
    const attempt = await post(endpoint.url, body, signatureHeader(endpoint.secret, seconds, body), this.#abort.signal);
    if (this.#abort.signal.aborted && attempt.status === null) return;
    this.#record(delivery, endpoint.url, attempt, event.type);
  }

  #record(delivery: WebhookDelivery, url: string, attempt: DeliveryAttempt, type: string): void {
    const attemptCount = delivery.attemptCount + 1;
    const isDelivered = attempt.status !== null && attempt.status >= 200 && attempt.status < 300;
    const isOver = attempt.at - delivery.createdAt > GIVE_UP_AFTER_MS;
    this.#store.put('deliveries', {
      ...delivery,
      url,
      status: isDelivered ? 'delivered' : isOver ? 'failed' : 'pending',
      attempts: [...delivery.attempts, attempt].slice(-KEPT_ATTEMPTS),
      attemptCount,
      nextAttemptAt: attempt.at + Math.min(LONGEST_WAIT_MS, 1000 * 2 ** Math.min(attemptCount - 1, 10)),
    });
    if (!isDelivered)
      this.#log.warn(
        {
          event: delivery.event,
          type,
          attempt: attemptCount,
          status: attempt.status,
          response: attempt.response,
        },
        'webhook not taken',
      );
  }
}

const newDelivery = (event: string, url: string): WebhookDelivery => {
  const now = Date.now();
  return {
    id: stripeId('whd'),
    event,
    url,
    status: 'pending',
    attempts: [],
    attemptCount: 0,
    createdAt: now,
    nextAttemptAt: now,
    dueAt: null,
    shuffledByMs: 0,
  };
};

const post = async (url: string, body: string, signature: string, stop: AbortSignal): Promise<DeliveryAttempt> => {
  const at = Date.now();
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': signature,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stop, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    });
    return { at, status: answer.status, response: (await answer.text()).slice(0, 500) };
  } catch (error) {
    return { at, status: null, response: reasonOf(error) };
  }
};

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
};

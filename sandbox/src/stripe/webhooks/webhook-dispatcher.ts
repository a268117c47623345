import type { FastifyBaseLogger } from 'fastify';
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
const AT_ONCE = 8;
const SHUFFLE_WITHIN_MS = 300;
const KEPT_ATTEMPTS = 20;

/**
 * Delivers events to the one endpoint, each until it answers 2xx: at first at once, then after 1 s, 2 s, 4 s … at most a
 * minute, for three days of wall time. Stripe waits longer between tries; the order of events is promised by neither.
 * Source: Stripe documentation, "Receive Stripe events in your webhook endpoint", retry behavior.
 */
export class WebhookDispatcher {
  faults: DeliveryFaults = NO_DELIVERY_FAULTS;
  #endpoint: WebhookEndpoint | undefined;
  readonly #store: StripeStore;
  readonly #log: FastifyBaseLogger;
  readonly #ready = new Set<string>();
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #abort = new AbortController();
  #holds = 0;

  constructor(store: StripeStore, log: FastifyBaseLogger) {
    this.#store = store;
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
    const { drop, duplicate, shuffle, delayMs } = this.faults;
    if (drop > 0 && Math.random() < drop) {
      this.#store.put('deliveries', newDelivery(event.id, url, 'dropped', Date.now()));
      return;
    }
    for (let copy = 0; copy <= duplicate; copy += 1) {
      const wait = delayMs + (shuffle ? Math.random() * SHUFFLE_WITHIN_MS : 0);
      const delivery = this.#store.put(
        'deliveries',
        newDelivery(event.id, url, 'pending', Date.now() + wait),
      );
      this.#store.afterCommit(() => this.#schedule(delivery));
    }
  }

  /** Delivers an event once more, whatever became of it before. */
  redeliver(event: StoredEvent): WebhookDelivery | undefined {
    if (this.#endpoint === undefined) return undefined;
    const delivery = this.#store.put(
      'deliveries',
      newDelivery(event.id, this.#endpoint.url, 'pending', Date.now()),
    );
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

  #schedule({ id, nextAttemptAt }: WebhookDelivery): void {
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
      if (this.#running.size >= AT_ONCE) return;
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
    const attempt = await post(
      endpoint.url,
      body,
      signatureHeader(endpoint.secret, seconds, body),
      this.#abort.signal,
    );
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

function newDelivery(
  event: string,
  url: string,
  status: WebhookDelivery['status'],
  at: number,
): WebhookDelivery {
  return {
    id: stripeId('whd'),
    event,
    url,
    status,
    attempts: [],
    attemptCount: 0,
    createdAt: Date.now(),
    nextAttemptAt: at,
  };
}

async function post(
  url: string,
  body: string,
  signature: string,
  stop: AbortSignal,
): Promise<DeliveryAttempt> {
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
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

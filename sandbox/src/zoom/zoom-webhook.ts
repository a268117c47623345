import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { RecordingEvent } from './zoom-account.ts';
import { happens, NO_ZOOM_DELIVERY_FAULTS, type ZoomDeliveryFaults } from './zoom-faults.ts';
import type { ZoomDelivery, ZoomStore } from './zoom-store.ts';

export interface ZoomEndpoint {
  url: string;
  /** The app's secret token. */
  secret: string;
}

const ANSWER_WITHIN_MS = 10_000;
const LONGEST_WAIT_MS = 60_000;
const GIVE_UP_AFTER_MS = 3 * 24 * 60 * 60 * 1000;
const SHUFFLE_WITHIN_MS = 300;
const MOST_CONCURRENT = 8;
const KEPT = 2_000;

/**
 * Posts the events of recordings to the endpoint, each until it answers 200: at first immediately, then after 1 s, 2 s,
 * 4 s … at most a minute, for three days. Zoom tries three times within two hours.
 * Source: Zoom developer documentation, "Using webhooks" (signature, URL validation, retries).
 */
export class ZoomWebhook {
  faults: ZoomDeliveryFaults = NO_ZOOM_DELIVERY_FAULTS;
  #endpoint: ZoomEndpoint | undefined;
  readonly #store: ZoomStore;
  readonly #log: FastifyBaseLogger;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #ready = new Set<string>();
  readonly #stop = new AbortController();

  constructor(store: ZoomStore, log: FastifyBaseLogger) {
    this.#store = store;
    this.#log = log;
  }

  get endpoint(): ZoomEndpoint | undefined {
    return this.#endpoint;
  }

  /** Delivers there from now on, beginning with the events that are not delivered yet. */
  deliverTo(endpoint: ZoomEndpoint | undefined): void {
    this.#endpoint = endpoint;
    if (endpoint === undefined) return;
    for (const delivery of this.#store.where('deliveries', 'status', 'pending')) this.#schedule(delivery);
  }

  /** Queues an event for delivery, as a part of its change. Without an endpoint, nothing is kept. */
  enqueue(event: RecordingEvent, uuid: string, body: object): void {
    if (this.#endpoint === undefined) return;
    const text = JSON.stringify(body);
    const now = Date.now();
    for (let copy = 0; copy <= this.faults.duplicate; copy += 1) {
      const delivery = this.#store.put('deliveries', {
        id: randomUUID(),
        event,
        uuid,
        body: text,
        status: happens(this.faults.drop) ? 'dropped' : 'pending',
        attempts: 0,
        lastStatus: null,
        createdAt: now,
        nextAttemptAt: now + (this.faults.shuffle ? Math.random() * SHUFFLE_WITHIN_MS : 0),
      });
      this.#store.afterCommit(() => this.#schedule(delivery));
    }
    for (const oldest of this.#store.all('deliveries').slice(0, -KEPT))
      if (oldest.status !== 'pending') this.#store.delete('deliveries', oldest.id);
  }

  /** Delivers an earlier event again, whatever its state. False for an unknown one. */
  redeliver(id: string): boolean {
    const delivery = this.#store.get('deliveries', id);
    if (delivery === undefined || this.#endpoint === undefined) return false;
    const now = Date.now();
    this.#schedule(
      this.#store.put('deliveries', {
        ...delivery,
        id: randomUUID(),
        status: 'pending',
        attempts: 0,
        lastStatus: null,
        createdAt: now,
        nextAttemptAt: now,
      }),
    );
    return true;
  }

  /** Checks whether the endpoint knows the secret, as Zoom does before it sends events, and every 72 hours. */
  async validate(): Promise<{ status: number | null; isValid: boolean }> {
    const endpoint = this.#endpoint;
    if (endpoint === undefined) return { status: null, isValid: false };
    const plainToken = randomBytes(16).toString('base64url');
    const body = JSON.stringify({
      event: 'endpoint.url_validation',
      event_ts: Date.now(),
      payload: { plainToken },
    });
    const { status, text } = await this.#send(endpoint, body);
    const expected = createHmac('sha256', endpoint.secret).update(plainToken).digest('hex');
    const answer = readAnswer(text);
    return {
      status,
      isValid: status === 200 && answer['plainToken'] === plainToken && answer['encryptedToken'] === expected,
    };
  }

  async close(): Promise<void> {
    this.#stop.abort();
    this.#ready.clear();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    await Promise.all(this.#running.values());
  }

  #schedule({ id, status, nextAttemptAt }: ZoomDelivery): void {
    if (status !== 'pending' || this.#stop.signal.aborted || this.#running.has(id) || this.#timers.has(id)) return;
    const timer = setTimeout(
      () => {
        this.#timers.delete(id);
        this.#ready.add(id);
        this.#pump();
      },
      Math.max(0, nextAttemptAt - Date.now()),
    );
    this.#timers.set(id, timer);
  }

  #pump(): void {
    for (const id of this.#ready) {
      if (this.#running.size >= MOST_CONCURRENT) return;
      this.#ready.delete(id);
      const delivery = this.#store.get('deliveries', id);
      if (delivery?.status !== 'pending') continue;
      const work = this.#attempt(delivery)
        .catch((error: unknown) => this.#log.error({ err: error, delivery: id }, 'zoom delivery broke'))
        .finally(() => {
          this.#running.delete(id);
          const after = this.#store.get('deliveries', id);
          if (after !== undefined) this.#schedule(after);
          this.#pump();
        });
      this.#running.set(id, work);
    }
  }

  async #attempt(delivery: ZoomDelivery): Promise<void> {
    const endpoint = this.#endpoint;
    if (endpoint === undefined) return;
    const { status } = await this.#send(endpoint, delivery.body);
    if (this.#stop.signal.aborted && status === null) return;
    const now = Date.now();
    const attempts = delivery.attempts + 1;
    this.#store.put('deliveries', {
      ...delivery,
      status:
        status === 200 || status === 204
          ? 'delivered'
          : now - delivery.createdAt > GIVE_UP_AFTER_MS
            ? 'failed'
            : 'pending',
      attempts,
      lastStatus: status,
      nextAttemptAt: now + Math.min(LONGEST_WAIT_MS, 1000 * 2 ** Math.min(attempts - 1, 10)),
    });
    if (status !== 200 && status !== 204)
      this.#log.warn({ event: delivery.event, status, attempt: attempts }, 'zoom event not taken');
  }

  async #send(endpoint: ZoomEndpoint, body: string): Promise<{ status: number | null; text: string }> {
    const timestamp = String(Math.floor(Date.now() / 1000) - this.faults.signedSecondsAgo);
    try {
      const answer = await fetch(endpoint.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Zoom Marketplace/1.0a',
          'x-zm-request-timestamp': timestamp,
          'x-zm-signature': zoomSignature(endpoint.secret, timestamp, body),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      return { status: answer.status, text: await answer.text() };
    } catch {
      return { status: null, text: '' };
    }
  }
}

/** The `x-zm-signature` header. `timestamp` is Unix seconds of the real time. */
export const zoomSignature = (secret: string, timestamp: string, body: string): string => {
  return `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`;
};

const readAnswer = (text: string): Record<string, unknown> => {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
};

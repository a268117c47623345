import { createHash } from 'node:crypto';
import type { SandboxClock } from '../../state/sandbox-clock.ts';
import { StripeError } from '../stripe-error.ts';
import type { IdempotentAnswer, StripeStore } from '../tables.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_KEY_LENGTH = 255;

/**
 * Answers by `Idempotency-Key`, kept for a day of the sandbox's clock. Whatever a request answered once its execution began,
 * errors included, is answered again to the same key; a key that comes with other parameters is refused, and so is one
 * whose first request still runs. Source: Stripe API reference, "Idempotent requests".
 */
export class Idempotency {
  readonly #store: StripeStore;
  readonly #clock: SandboxClock;
  readonly #running = new Set<string>();

  constructor(store: StripeStore, clock: SandboxClock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** The answer that was given to this key before, if any. @throws StripeError 400 or 409 */
  recall(key: string, fingerprint: string): IdempotentAnswer | undefined {
    if (key.length > MAX_KEY_LENGTH) {
      throw new StripeError(400, {
        type: 'idempotency_error',
        message: `Idempotency keys are at most ${MAX_KEY_LENGTH} characters long.`,
        beforeExecution: true,
      });
    }
    const answer = this.#store.get('idempotentAnswers', key);
    if (answer !== undefined && answer.createdAt < this.#clock.nowMs() - DAY_MS) return undefined;
    if (answer !== undefined && answer.fingerprint !== fingerprint) {
      throw new StripeError(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        beforeExecution: true,
      });
    }
    if (answer === undefined && this.#running.has(key)) {
      throw new StripeError(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        beforeExecution: true,
      });
    }
    return answer;
  }

  begin(key: string): void {
    this.#running.add(key);
  }

  end(key: string): void {
    this.#running.delete(key);
  }

  keep(answer: Omit<IdempotentAnswer, 'createdAt'>): void {
    this.#store.put('idempotentAnswers', { ...answer, createdAt: this.#clock.nowMs() });
  }

  /** Forgets answers older than a day. */
  prune(): void {
    const oldest = this.#clock.nowMs() - DAY_MS;
    const old = this.#store.all('idempotentAnswers').filter(({ createdAt }) => createdAt < oldest);
    for (const { id } of old) this.#store.delete('idempotentAnswers', id);
  }
}

/** Stands for a request: equal when method, path and parameters are. */
export const fingerprintOf = (method: string, path: string, form: string): string => {
  return createHash('sha256').update(`${method} ${path}\n${form}`).digest('base64url');
};

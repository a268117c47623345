import { Injectable } from '@nestjs/common';
import { SignInStore } from '../sign-in-throttle/sign-in-store.ts';

/** The purpose of a challenge: a sign-in, or a new passkey in a session of an administrator. */
export type Purpose = 'sign-in' | `add:${string}:${string}`;

export const CHALLENGE_MS = 5 * 60_000;

/** Issued challenges. Each is valid once, for five minutes, and for its purpose. Throws `service_unavailable` while Redis is down. */
@Injectable()
export class PasskeyChallenges {
  constructor(private readonly store: SignInStore) {}

  async keep(challenge: string, purpose: Purpose): Promise<void> {
    await this.store.ask((redis) => redis.set(this.keyOf(challenge), purpose, 'PX', CHALLENGE_MS));
  }

  /** Uses a challenge up, and answers whether it was valid. */
  async take(challenge: string, purpose: Purpose): Promise<boolean> {
    const key = this.keyOf(challenge);
    const taken = await this.store.ask((redis) => redis.multi().get(key).del(key).exec());
    return taken?.[0]?.[1] === purpose;
  }

  private keyOf(challenge: string): string {
    return `lectern:sign-in:challenge:${challenge}`;
  }
}

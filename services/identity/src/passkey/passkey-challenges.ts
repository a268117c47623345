import { Injectable } from '@nestjs/common';
import { SignInStore } from '../session/sign-in-store.ts';

/** What a challenge was given out for: a sign-in, or a new passkey in a session of an administrator. */
export type Purpose = 'sign-in' | `add:${string}:${string}`;

export const CHALLENGE_MS = 5 * 60_000;

/** Challenges that were given out. Each counts once, for five minutes, and for its purpose. Throws `service_unavailable` while Redis is away. */
@Injectable()
export class PasskeyChallenges {
  constructor(private readonly store: SignInStore) {}

  async keep(challenge: string, purpose: Purpose): Promise<void> {
    await this.store.ask((redis) => redis.set(this.keyOf(challenge), purpose, 'PX', CHALLENGE_MS));
  }

  /** Uses a challenge up, and answers whether it counted. */
  async take(challenge: string, purpose: Purpose): Promise<boolean> {
    const key = this.keyOf(challenge);
    const taken = await this.store.ask((redis) => redis.multi().get(key).del(key).exec());
    return taken?.[0]?.[1] === purpose;
  }

  private keyOf(challenge: string): string {
    return `lectern:sign-in:challenge:${challenge}`;
  }
}

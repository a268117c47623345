import { createVerify, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { validSecrets } from '@lectern/service-kit/config/secret';
import { MessagingConfig } from '../config.ts';
import { readVerificationKey } from './verification-key.ts';

/** A signed post is good for this long, in seconds; an older one may be somebody's replay. */
export const SIGNATURE_TOLERANCE = 300;

export interface SignedPost {
  readonly payload: string;
  readonly signature: string;
  /** Unix seconds */
  readonly timestamp: string;
}

/**
 * Tells the provider's own posts from everybody else's: they are signed with ECDSA over P-256 and SHA-256, timestamp before payload
 * (https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features). Node does
 * the arithmetic: the provider's own library does it in JavaScript, which took a fifth of what a post of events takes.
 */
@Injectable()
export class EventSignature {
  private readonly keys: readonly KeyObject[];

  constructor(@Inject(MessagingConfig) config: MessagingConfig) {
    this.keys = validSecrets(config, 'SENDGRID_WEBHOOK_KEY').map((text) => {
      const key = readVerificationKey(text);
      if (key === null) throw new Error('SENDGRID_WEBHOOK_KEY is no verification key');
      return key;
    });
  }

  /**
   * Throws `signature_invalid` unless the signature fits timestamp and payload and the post is fresh at `now`. The sender's
   * clock is the real one, so `now` is the machine's, not the product's.
   */
  verify(post: SignedPost, now: Date): void {
    if (!this.isFresh(post.timestamp, now) || !this.isSigned(post)) throw new DomainError('signature_invalid');
  }

  private isFresh(timestamp: string, now: Date): boolean {
    return /^\d{1,12}$/.test(timestamp) && Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= SIGNATURE_TOLERANCE;
  }

  private isSigned({ payload, signature, timestamp }: SignedPost): boolean {
    try {
      return this.keys.some((key) =>
        createVerify('sha256').update(timestamp).update(payload).verify(key, signature, 'base64'),
      );
    } catch {
      // A signature that is none at all: not base64, not DER.
      return false;
    }
  }
}

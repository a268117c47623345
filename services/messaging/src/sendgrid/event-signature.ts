import { createVerify, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { validSecrets } from '@lectern/service-kit/config/secret';
import { MessagingConfig } from '../config.ts';
import { readVerificationKey } from './verification-key.ts';

/** How long a signed post is accepted, in seconds; an older one may be a replay. */
export const SIGNATURE_TOLERANCE = 300;

export interface SignedPost {
  readonly payload: string | Buffer;
  readonly signature: string;
  /** Unix seconds */
  readonly timestamp: string;
}

/**
 * Verifies that a post comes from the provider: it signs posts with ECDSA over P-256 and SHA-256, timestamp before payload
 * (https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features). Node does
 * the arithmetic: the provider's own library does it in JavaScript, which took a fifth of the processing of a post.
 */
@Injectable()
export class EventSignature {
  private readonly keys: readonly KeyObject[];
  private readonly inboundKeys: readonly KeyObject[];

  constructor(@Inject(MessagingConfig) config: MessagingConfig) {
    this.keys = validSecrets(config, 'SENDGRID_WEBHOOK_KEY').map(keyOf);
    this.inboundKeys = config.SENDGRID_INBOUND_KEY === undefined ? [] : [keyOf(config.SENDGRID_INBOUND_KEY)];
  }

  /**
   * Throws `signature_invalid` unless the signature fits timestamp and payload and the post is fresh at `now`. The provider's clock is
   * the real one, so `now` is the machine's time, not the application clock's.
   */
  verify(post: SignedPost, now: Date): void {
    this.check(this.keys, post, now);
  }

  /**
   * As {@link verify}, for an email that the provider received for us: its security policy for inbound parse has a key of its own
   * (https://www.twilio.com/docs/sendgrid/for-developers/parsing-email/securing-your-parse-webhooks).
   */
  verifyInbound(post: SignedPost, now: Date): void {
    this.check(this.inboundKeys, post, now);
  }

  private check(keys: readonly KeyObject[], post: SignedPost, now: Date): void {
    if (!this.isFresh(post.timestamp, now) || !isSigned(keys, post)) throw new DomainError('signature_invalid');
  }

  private isFresh(timestamp: string, now: Date): boolean {
    return /^\d{1,12}$/.test(timestamp) && Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= SIGNATURE_TOLERANCE;
  }
}

const keyOf = (text: string): KeyObject => {
  const key = readVerificationKey(text);
  if (key === null) throw new Error('This is no verification key');
  return key;
};

const isSigned = (keys: readonly KeyObject[], { payload, signature, timestamp }: SignedPost): boolean => {
  try {
    return keys.some((key) =>
      createVerify('sha256').update(timestamp).update(payload).verify(key, signature, 'base64'),
    );
  } catch {
    // Malformed: neither base64 nor DER.
    return false;
  }
};

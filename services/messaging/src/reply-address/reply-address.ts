import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { Association } from '@lectern/service-kit/association/association';
import { validSecrets } from '@lectern/service-kit/config/secret';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { sign } from '@lectern/service-kit/signature/signature';
import { MessagingConfig } from '../config.ts';

/** A part before the `@` has at most 64 characters, and mail servers may change its case: ids and signatures are hexadecimal. */
const SIGNATURE_LENGTH = 24;
const LOCAL_PART = new RegExp(`^re-([\\da-f]{32})([\\da-f]{${SIGNATURE_LENGTH}})$`);

const subjectOf = (id: string): string => `conversation:${id}`;
const hexOf = (signature: string): string =>
  Buffer.from(signature, 'base64url').toString('hex').slice(0, SIGNATURE_LENGTH);

/** Takes the same time wherever they differ. Both have the same length. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other));

/**
 * The addresses to which people answer. Each names a conversation and has a signature, so that nobody can guess one. It is computed from
 * the secret again and stored nowhere but in emails.
 */
@Injectable()
export class ReplyAddress {
  private readonly secrets: readonly string[];

  constructor(
    @Inject(MessagingConfig) private readonly config: MessagingConfig,
    private readonly association: Association,
  ) {
    this.secrets = validSecrets(config, 'UNSUBSCRIBE_SECRET');
  }

  /** The address for answers in a conversation; the association's mailbox where no domain receives them. */
  async of(tx: Transaction | null, conversationId: string): Promise<string> {
    const { INBOUND_DOMAIN, UNSUBSCRIBE_SECRET } = this.config;
    if (INBOUND_DOMAIN === undefined) return (await this.association.current(tx)).supportEmail;
    const signature = hexOf(sign(UNSUBSCRIBE_SECRET, subjectOf(conversationId)));
    return `re-${conversationId.replaceAll('-', '')}${signature}@${INBOUND_DOMAIN}`;
  }

  /** Throws `invalid_request` for an address of ours that somebody typed as their own: it would answer itself. */
  refuse(email: string): void {
    if (this.conversationOf(email.trim()) === null) return;
    const message = 'Enter your own email address. This one receives answers to us.';
    throw new DomainError('invalid_request', { message, fields: { email: message } });
  }

  /** The conversation of an address; null for any other address. */
  conversationOf(address: string): string | null {
    const at = address.lastIndexOf('@');
    if (address.slice(at + 1).toLowerCase() !== this.config.INBOUND_DOMAIN?.toLowerCase()) return null;
    const [, hex = '', signature = ''] = LOCAL_PART.exec(address.slice(0, at).toLowerCase()) ?? [];
    if (hex === '') return null;
    const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    return this.secrets.some((secret) => isSame(hexOf(sign(secret, subjectOf(id))), signature)) ? id : null;
  }
}

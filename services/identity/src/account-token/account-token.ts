import { createHash, randomBytes } from 'node:crypto';
import type { LinkPurpose } from '@lectern/contracts/identity/model';

const HOUR_MS = 3_600_000;

/** How long a mailed link works, in milliseconds (targets, "Security"; changing and verifying an address are our own choice; undoing a change: decisions, "Accounts"). */
export const LINK_LIFETIME_MS: Readonly<Record<LinkPurpose, number>> = {
  setup: 72 * HOUR_MS,
  reset: HOUR_MS,
  email_change: 24 * HOUR_MS,
  verify_email: 72 * HOUR_MS,
  email_undo: 7 * 24 * HOUR_MS,
  admin_invite: 72 * HOUR_MS,
  admin_reset: HOUR_MS,
};

const TOKEN_BYTES = 32;

/** A new token: 256 bits of the system's random source, as it may stand in an address. */
export const newAccountToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** The stored hash of a token. A token has 256 random bits, so a fast hash without salt keeps it as secret as a slow one would. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

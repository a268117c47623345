import type { RegistrationsConfig } from '../config.ts';
import { type Place, placeToken } from './place-token.ts';

/** The token of the receipt of a payment without an account; null where nothing was paid, and where an account has the receipt. */
export const receiptToken = (
  { CALENDAR_FEED_SECRET: secret }: RegistrationsConfig,
  place: Place & { readonly userId: string | null },
  paid: number,
): string | null => (place.userId !== null || paid === 0 ? null : placeToken(secret, 'receipt', place));

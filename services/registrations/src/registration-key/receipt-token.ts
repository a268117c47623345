import type { RegistrationsConfig } from '../config.ts';
import { type Place, placeToken } from './place-token.ts';

/** The token of the receipt of a payment without an account; null where nothing was paid, and where an account has the receipt. */
export const receiptToken = (
  { CALENDAR_FEED_SECRET: secret }: RegistrationsConfig,
  place: Place & { readonly userId: string | null },
  paid: number,
): string | null => (place.userId !== null || paid === 0 ? null : placeToken(secret, 'receipt', place));

/** For the email to a guest's new mailbox: whether it is paid, and the token of the receipt, because the former one has ended. */
export const paidAs = (
  config: RegistrationsConfig,
  place: Place & { readonly paymentStatus: string; readonly paymentAmount: number | null },
): { isPaid: boolean; receiptToken: string | null } => {
  const isPaid = place.paymentStatus === 'paid';
  return {
    isPaid,
    receiptToken: receiptToken(config, { ...place, userId: null }, isPaid ? (place.paymentAmount ?? 0) : 0),
  };
};

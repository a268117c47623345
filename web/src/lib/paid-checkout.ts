import { readSession, writeSession } from './session-storage.ts';

const KEY = 'paidCheckout';

/** A completed checkout, which proves that an address was paid for when its account is set up. */
export interface PaidCheckout {
  sessionId: string;
  email: string;
}

/** Kept for this browser tab, for a visitor who reaches `/setup-account` other than by the button of the success page. */
export const rememberPaidCheckout = ({ sessionId, email }: PaidCheckout): void =>
  writeSession(KEY, `${sessionId} ${email}`);

export const paidCheckout = (): PaidCheckout | null => {
  const [sessionId, email] = readSession(KEY)?.split(' ') ?? [];
  return sessionId === undefined || email === undefined ? null : { sessionId, email };
};

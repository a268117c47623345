import type { PaymentCard } from './billing/model.ts';

/** The month and year that are printed on a card: "12/2029". The card ends with that month. */
export const cardMonth = ({ expires_at: expiresAt }: PaymentCard): string => {
  const last = new Date(Date.parse(expiresAt) - 1);
  return `${String(last.getUTCMonth() + 1).padStart(2, '0')}/${last.getUTCFullYear()}`;
};

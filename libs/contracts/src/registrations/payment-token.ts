/** What a payment link names: a registration, and the key that its holder alone knows. */
export interface PaymentLink {
  readonly registrationId: string;
  readonly key: string;
}

const BYTES = 32;

/** Registration and key, both UUIDs, as one word for an address. */
export const paymentToken = ({ registrationId, key }: PaymentLink): string =>
  Buffer.from((registrationId + key).replaceAll('-', ''), 'hex').toString('base64url');

/** What {@link paymentToken} put in; null for anything else. */
export const readPaymentToken = (token: string): PaymentLink | null => {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== BYTES || bytes.toString('base64url') !== token) return null;
  const uuidAt = (start: number): string => bytes.toString('hex', start, start + BYTES / 2).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return { registrationId: uuidAt(0), key: uuidAt(BYTES / 2) };
};

/** A registration, and a key of it that only its holder knows. */
export interface RegistrationKey {
  readonly registrationId: string;
  readonly key: string;
}

const BYTES = 32;

/** Registration and key, both UUIDs, as one word for a URL: the token of a payment link, for example. */
export const registrationToken = ({ registrationId, key }: RegistrationKey): string =>
  Buffer.from((registrationId + key).replaceAll('-', ''), 'hex').toString('base64url');

/** The registration and key of a {@link registrationToken}; null for anything else. */
export const readRegistrationToken = (token: string): RegistrationKey | null => {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== BYTES || bytes.toString('base64url') !== token) return null;
  const uuidAt = (start: number): string =>
    bytes.toString('hex', start, start + BYTES / 2).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return { registrationId: uuidAt(0), key: uuidAt(BYTES / 2) };
};

import { sign, isSignature } from '@lectern/service-kit/signature/signature';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const TOKEN = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/** Differs from the signed text of unsubscribe links, so that neither token is valid as the other. */
const said = (recipientId: string): string => `campaign-email:${recipientId}`;

/**
 * Identifies the recipient in the picture and the links of their email. Nobody can make another recipient's token. It never expires,
 * and confirms only that an email went there.
 */
export const trackingToken = (secret: string, recipientId: string): string => {
  if (!UUID.test(recipientId)) throw new Error('A recipient has a UUID');
  return `${Buffer.from(recipientId.replaceAll('-', ''), 'hex').toString('base64url')}.${sign(secret, said(recipientId))}`;
};

/** The recipient of a token; null for an invalid one. */
export const recipientOf = (secrets: readonly string[], token: string): string | null => {
  const [, id = '', signature = ''] = TOKEN.exec(token) ?? [];
  const hex = Buffer.from(id, 'base64url').toString('hex');
  if (hex.length !== 32) return null;
  const recipientId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return isSignature(secrets, said(recipientId), signature) ? recipientId : null;
};

import { isSignature, sign } from '@lectern/service-kit/signature/signature';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const said = (feedId: string): string => `calendar:${feedId}`;

/** The key that opens a feed (ADR 0014). It is derived with the secret, so a copy of the database opens no feed. */
export const calendarKey = (secret: string, feedId: string): string => `${feedId}.${sign(secret, said(feedId))}`;

/** The feed whose key this is or was; null for any other text. Compares the signature in constant time. */
export const feedOf = (secrets: readonly string[], key: string): string | null => {
  const dot = key.indexOf('.');
  const feedId = key.slice(0, Math.max(dot, 0));
  const isSigned = isSignature(secrets, said(feedId), key.slice(dot + 1));
  return isSigned && UUID.test(feedId) ? feedId : null;
};

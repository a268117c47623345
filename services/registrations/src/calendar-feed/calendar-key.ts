import { isSignature, sign } from '@lectern/service-kit/signature/signature';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const said = (feedId: string): string => `calendar:${feedId}`;

/** What opens a feed (ADR 0014). Whoever holds the secret makes the same again, so a copy of the database opens none. */
export const calendarKey = (secret: string, feedId: string): string => `${feedId}.${sign(secret, said(feedId))}`;

/** The feed whose key this is or was; null for every other text, whose signature is compared in the same time all the same. */
export const feedOf = (secrets: readonly string[], key: string): string | null => {
  const dot = key.indexOf('.');
  const feedId = key.slice(0, Math.max(dot, 0));
  const isSigned = isSignature(secrets, said(feedId), key.slice(dot + 1));
  return isSigned && UUID.test(feedId) ? feedId : null;
};

import { emailKey } from '@lectern/contracts/fields';
import { isSignature, sign } from '@lectern/service-kit/signature/signature';

const said = (email: string): string => `unsubscribe:${emailKey(email)}`;

/** Proves that a link stood in a letter to this address. Whoever holds the secret makes the same again, so none is stored. */
export const unsubscribeKey = (secret: string, email: string): string => sign(secret, said(email));

export const isUnsubscribeKey = (secret: string, email: string, key: string): boolean => isSignature(secret, said(email), key);

/**
 * The address behind "unsubscribe" in a letter, and in its `List-Unsubscribe` header: a GET leads to a page that asks, a POST
 * does it at once (RFC 8058). It never ends.
 */
export const unsubscribeUrl = (siteUrl: string, secret: string, email: string): string =>
  `${siteUrl}/api/unsubscribe?${new URLSearchParams({ email: emailKey(email), key: unsubscribeKey(secret, email) }).toString()}`;

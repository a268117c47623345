import { DomainError } from '@lectern/contracts/errors';
import { emailKey } from '@lectern/contracts/fields';
import { isSignature, sign } from '@lectern/service-kit/signature/signature';

const said = (email: string): string => `unsubscribe:${emailKey(email)}`;

/** Shows that a link comes from an email to this address. It is computed from the secret again, so none is stored. */
export const unsubscribeKey = (secret: string, email: string): string => sign(secret, said(email));

export const isUnsubscribeKey = (secrets: readonly string[], email: string, key: string): boolean =>
  isSignature(secrets, said(email), key);

const WRONG_LINK =
  'This unsubscribe link is not complete or not ours. Please use the link at the end of one of our emails, or write to us.';

/** The address of a link, for comparison. Throws `link_invalid` where the key does not fit the address. */
export const verifiedKey = (
  secrets: readonly string[],
  { email, key }: { readonly email: string; readonly key: string },
): string => {
  if (!isUnsubscribeKey(secrets, email, key)) throw new DomainError('link_invalid', { message: WRONG_LINK });
  return emailKey(email);
};

/** The links of an email with which its recipient gets less list mail. They never expire. */
export interface ListLinks {
  /**
   * For "unsubscribe" and the `List-Unsubscribe` header: a GET leads to a page that asks, a POST unsubscribes immediately (RFC 8058).
   */
  readonly unsubscribe: string;
  /** The page where the holder of the address chooses their lists. */
  readonly preferences: string;
}

export const listLinks = (siteUrl: string, secret: string, email: string): ListLinks => {
  const query = new URLSearchParams({ email: emailKey(email), key: unsubscribeKey(secret, email) }).toString();
  return { unsubscribe: `${siteUrl}/api/unsubscribe?${query}`, preferences: `${siteUrl}/unsubscribe?${query}` };
};

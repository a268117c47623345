import { DomainError } from '@lectern/contracts/errors';
import { emailKey } from '@lectern/contracts/fields';
import { isSignature, sign } from '@lectern/service-kit/signature/signature';

const said = (email: string): string => `unsubscribe:${emailKey(email)}`;

/** Proves that a link stood in an email to this address. Whoever holds the secret makes the same again, so none is stored. */
export const unsubscribeKey = (secret: string, email: string): string => sign(secret, said(email));

export const isUnsubscribeKey = (secrets: readonly string[], email: string, key: string): boolean =>
  isSignature(secrets, said(email), key);

const WRONG_LINK =
  'This unsubscribe link is not complete or not ours. Please use the link at the end of one of our emails, or write to us.';

/** The address of a link, as it is compared. Throws `link_invalid` where its key is not that of the address. */
export const verifiedKey = (
  secrets: readonly string[],
  { email, key }: { readonly email: string; readonly key: string },
): string => {
  if (!isUnsubscribeKey(secrets, email, key)) throw new DomainError('link_invalid', { message: WRONG_LINK });
  return emailKey(email);
};

/** The addresses in an email by which its reader gets less mail. They never end. */
export interface ListLinks {
  /**
   * Behind "unsubscribe", and in the `List-Unsubscribe` header: a GET leads to a page that asks, a POST does it at once (RFC 8058).
   */
  readonly unsubscribe: string;
  /** Where the holder of the address chooses which emails come. */
  readonly preferences: string;
}

export const listLinks = (siteUrl: string, secret: string, email: string): ListLinks => {
  const query = new URLSearchParams({ email: emailKey(email), key: unsubscribeKey(secret, email) }).toString();
  return { unsubscribe: `${siteUrl}/api/unsubscribe?${query}`, preferences: `${siteUrl}/unsubscribe?${query}` };
};

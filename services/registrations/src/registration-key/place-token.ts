import { readRegistrationToken, registrationToken } from '@lectern/contracts/registrations/registration-token';
import { isSignature, sign } from '@lectern/service-kit/signature/signature';

/** A registration, and the key of its emailed links. */
export interface Place {
  readonly id: string;
  readonly payKey: string;
}

/** A token opens one of them only. */
export type TokenPurpose = 'entry' | 'event-access' | 'receipt';

/** Of a registration token, of which all are as long. */
const NAMED_LENGTH = 43;

const said = (purpose: TokenPurpose, { id, payKey }: Place): string => `${purpose}:${id}:${payKey}`;

/**
 * A token of the emails to a place. It is derived with the secret: the browser that typed the registration has the key of its
 * payment link, and gets neither the link to the meeting nor the receipt by it. It ends when the registration gets another mailbox.
 */
export const placeToken = (secret: string, purpose: TokenPurpose, place: Place): string =>
  registrationToken({ registrationId: place.id, key: place.payKey }) + sign(secret, said(purpose, place));

/** The registration and key of a {@link placeToken} of this purpose; null for any other text. */
export const readPlaceToken = (secrets: readonly string[], purpose: TokenPurpose, token: string): Place | null => {
  const named = readRegistrationToken(token.slice(0, NAMED_LENGTH));
  if (named === null) return null;
  const place = { id: named.registrationId, payKey: named.key };
  return isSignature(secrets, said(purpose, place), token.slice(NAMED_LENGTH)) ? place : null;
};

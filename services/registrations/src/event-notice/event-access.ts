import { isSignature, sign } from '@lectern/service-kit/signature/signature';
import { readRegistrationToken, registrationToken } from '@lectern/contracts/registrations/registration-token';
import type { Event } from '../event/event.entity.ts';

/** The link to the meeting is shown from a day before the event begins. */
const LINK_BEFORE_MS = 24 * 3_600_000;

type Meeting = Pick<Event, 'type' | 'datetime' | 'endsAt' | 'zoomLink'>;

/** From when on a paid place shows the link to the meeting. */
export const linkOpensAt = ({ datetime }: Pick<Event, 'datetime'>): Date =>
  new Date(datetime.getTime() - LINK_BEFORE_MS);

/** The link to the meeting for a person with a paid place at `now`: from a day before it begins until it is over. */
export const meetingLink = (event: Meeting, now: Date): string | null =>
  linkOpensAt(event) <= now && event.endsAt > now ? event.zoomLink : null;

/** A registration, and the key of its emailed links. */
interface Place {
  readonly id: string;
  readonly payKey: string;
}

/** Of a registration token, of which all are as long. */
const NAMED_LENGTH = 43;

const said = ({ id, payKey }: Place): string => `event-access:${id}:${payKey}`;

/**
 * The token of the emails to a paid place. It is derived with the secret: the browser that typed the registration has the key of its
 * payment link, and does not get the link to the meeting by it. It ends when the registration gets another mailbox.
 */
export const accessToken = (secret: string, place: Place): string =>
  registrationToken({ registrationId: place.id, key: place.payKey }) + sign(secret, said(place));

/** The registration and key of an {@link accessToken}; null for any other text. */
export const readAccessToken = (secrets: readonly string[], token: string): Place | null => {
  const named = readRegistrationToken(token.slice(0, NAMED_LENGTH));
  if (named === null) return null;
  const place = { id: named.registrationId, payKey: named.key };
  return isSignature(secrets, said(place), token.slice(NAMED_LENGTH)) ? place : null;
};

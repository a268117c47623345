import type { EventPayload } from '@lectern/contracts/event';
import type { eventNoticeDue } from '@lectern/contracts/registrations/events';
import { calendarEntryOf } from '../event/calendar-entry.ts';
import { competitionNamesOf } from '../event/event-setup.ts';
import type { Event } from '../event/event.entity.ts';
import { placeToken } from '../registration-key/place-token.ts';
import { linkOpensAt } from './event-access.ts';
import type { DueNotice } from './event-notice.repository.ts';

/** A notice as it is published. The link to the meeting is in it once it is due, and only for a paid place. */
export const noticePayload = (
  event: Event,
  due: Omit<DueNotice, 'mailbox'>,
  { noticeId, now, secret }: { readonly noticeId: string; readonly now: Date; readonly secret: string },
): EventPayload<typeof eventNoticeDue> => {
  const { kind, registrationId, userId, email, firstName, lastName, notice, isPaid, payKey, payBy, amount } = due;
  // Members with a seat in a workshop have its link from the start.
  const isLinkDue = isPaid && (kind === 'workshop' || linkOpensAt(event) <= now);
  return {
    noticeId,
    registrationId,
    eventId: event.id,
    ...{ kind, notice, email, firstName, lastName, userId },
    dueAt: due.dueAt.toISOString(),
    title: event.title,
    beginsAt: event.datetime.toISOString(),
    endsAt: event.endsAt.toISOString(),
    isLinkDue,
    zoomLink: isLinkDue ? event.zoomLink : null,
    accessToken:
      isLinkDue && payKey !== null ? placeToken(secret, 'event-access', { id: registrationId, payKey }) : null,
    ...(kind === 'tournament' &&
      payKey !== null && { entryToken: placeToken(secret, 'entry', { id: registrationId, payKey }) }),
    entry:
      due.competitions === null || due.division === null
        ? null
        : {
            competitions: due.competitions,
            competitionNames: competitionNamesOf(event, due.competitions),
            division: due.division,
          },
    payment:
      isPaid || payKey === null || payBy === null || amount === null
        ? null
        : { payKey, payBy: payBy.toISOString(), amount },
    calendar: calendarEntryOf(event, now),
  };
};

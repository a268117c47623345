import type { MyEvent, PublicEvent } from '@lectern/contracts/registrations/model';
import { refundWords } from '@lectern/contracts/registrations/refund-policy';
import { useQuery } from '@tanstack/react-query';
import { refundsOfEvent } from '../../../components/events/refunds-of-event.ts';
import { OutIcon } from '../../../components/ui/action-icons.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { ExternalLinkButton, LinkButton } from '../../../components/ui/link-button.tsx';
import { SkeletonWords } from '../../../components/ui/skeleton.tsx';
import { myEventsQuery } from '../api/list-my-events.ts';
import { stateOf, yourPrice } from '../entry-state.ts';

/** The member's price and entry for an event; undefined while they load. */
export const useMyEvent = (eventId: string): MyEvent | undefined => {
  const { data } = useQuery(myEventsQuery);
  return data?.find((mine) => mine.eventId === eventId);
};

/** The member's own price, with a placeholder while it loads. */
export const YourPrice = ({ eventId }: { eventId: string }) => {
  const { isPending, isError } = useQuery(myEventsQuery);
  const mine = useMyEvent(eventId);
  if (isPending) return <SkeletonWords label="Loading your price" />;
  if (mine === undefined) return isError ? 'Not loaded. The registration says it.' : 'The registration says it.';
  return mine.entry?.status === 'paid' ? 'Settled' : yourPrice(mine);
};

export const EntryBadge = ({ eventId }: { eventId: string }) => {
  const mine = useMyEvent(eventId);
  const state = mine === undefined ? null : stateOf(mine);
  return state === null ? null : <Badge tone={state.tone}>{state.label}</Badge>;
};

/** The first of these events whose meeting the member can join. */
export const useJoinable = <T extends { readonly id: string }>(events: readonly T[]): T | undefined => {
  const { data = [] } = useQuery(myEventsQuery);
  return events.find(({ id }) => data.some(({ eventId, entry }) => eventId === id && entry?.zoomLink != null));
};

/** The first of these events for which the member has a paid entry. */
export const usePaid = <T extends { readonly id: string }>(events: readonly T[]): T | undefined => {
  const { data = [] } = useQuery(myEventsQuery);
  return events.find(({ id }) => data.some(({ eventId, entry }) => eventId === id && entry?.status === 'paid'));
};

/** Opens the meeting of a paid entry, from a day before the event begins until it is over. */
export const JoinMeeting = ({ eventId }: { eventId: string }) => {
  const zoomLink = useMyEvent(eventId)?.entry?.zoomLink ?? null;
  if (zoomLink === null) return null;
  return (
    <ExternalLinkButton variant="primary" href={zoomLink}>
      Join the meeting
      <OutIcon />
    </ExternalLinkButton>
  );
};

/** The refund of a withdrawal from the member’s paid entry, or from a new one; nothing where the event says nothing of it. */
export const Refunds = ({ event }: { event: PublicEvent }) => {
  const entry = useMyEvent(event.id)?.entry;
  const words =
    entry?.status === 'paid'
      ? refundWords(entry.refundSteps ?? [], event.timezone, new Date(event.now))
      : refundsOfEvent(event);
  return words === null ? null : (
    <div>
      <dt>Refund if you withdraw</dt>
      <dd>{words}</dd>
    </div>
  );
};

/** Opens the page of an entry, where the member can withdraw it. */
export const SeeEntry = ({ eventId }: { eventId: string }) => {
  const entryUrl = useMyEvent(eventId)?.entry?.entryUrl ?? null;
  if (entryUrl === null) return null;
  const { pathname, search } = new URL(entryUrl);
  return <LinkButton to={pathname + search}>See or Withdraw Entry</LinkButton>;
};

/** Opens the payment of an unpaid entry. */
export const PayNow = ({ eventId }: { eventId: string }) => {
  const payUrl = useMyEvent(eventId)?.entry?.payUrl ?? null;
  if (payUrl === null) return null;
  const { pathname, search } = new URL(payUrl);
  return (
    <LinkButton to={pathname + search} variant="primary">
      Pay now
    </LinkButton>
  );
};

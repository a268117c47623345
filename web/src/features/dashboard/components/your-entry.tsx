import type { MyEvent } from '@lectern/contracts/registrations/model';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../../components/ui/badge.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
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

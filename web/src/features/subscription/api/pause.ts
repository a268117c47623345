import { endPause, pauseSubscription, previewPause, previewPauseEnd } from '@lectern/contracts/billing/pause-http';
import { queryOptions } from '@tanstack/react-query';
import { callMember } from '../../../lib/call-member.ts';

/** Asked for once for each time that the dialog opens, and stays as it was seen. */
const ASKED_ONCE = { staleTime: Infinity, gcTime: 0, retry: false, refetchOnReconnect: false } as const;

export const pauseOfferQuery = (attempt: number) =>
  queryOptions({
    ...ASKED_ONCE,
    queryKey: ['member', 'pause-offer', attempt],
    queryFn: ({ signal }) => callMember(previewPause, { signal }),
  });

export const pauseEndQuery = (attempt: number) =>
  queryOptions({
    ...ASKED_ONCE,
    queryKey: ['member', 'pause-end', attempt],
    queryFn: ({ signal }) => callMember(previewPauseEnd, { signal }),
  });

export const pause = (months: number) => callMember(pauseSubscription, { body: { months } });

export const acceptPauseEnd = (amountDue: number) => callMember(endPause, { body: { amountDue } });

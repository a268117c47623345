import { countInbox } from '@lectern/contracts/messaging/conversation-http';
import { useQuery } from '@tanstack/react-query';
import { callAdmin } from '../../lib/call-admin.ts';
import { formatCount } from '../../lib/format.ts';

/** Milliseconds until the count is requested again. */
const AGAIN_MS = 60_000;

/** The open conversations, for staff who may answer them. Nothing while they are unknown or none. */
export const useOpenConversations = (isEnabled: boolean): number => {
  const { data } = useQuery({
    queryKey: ['admin', 'inbox-count'],
    queryFn: ({ signal }) => callAdmin(countInbox, { signal }),
    refetchInterval: AGAIN_MS,
    enabled: isEnabled,
  });
  return data?.open ?? 0;
};

/** The number beside the link of the inbox, and the words that describe the link, whose name stays that of the area. */
export const OpenConversations = ({ id, count, className }: { id: string; count: number; className?: string }) => (
  <>
    <span className={className} aria-hidden="true">
      {formatCount(count)}
    </span>
    <span id={id} hidden>
      {`${formatCount(count)} open`}
    </span>
  </>
);

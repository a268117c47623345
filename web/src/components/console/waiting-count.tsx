import type { StaffAccess } from '@lectern/contracts/identity/permission';
import { countWaiting, type Waiting } from '@lectern/contracts/system/waiting-http';
import { useQuery } from '@tanstack/react-query';
import type { ConsoleAreaName } from '../../config/console-areas.ts';
import { callAdmin } from '../../lib/call-admin.ts';
import { formatCount } from '../../lib/format.ts';

/** Milliseconds until the counts are requested again. */
const AGAIN_MS = 60_000;

interface Kind {
  readonly of: keyof Waiting;
  /** Staff without any of these permissions have nothing of this kind to do, and do not request it. */
  readonly permission: StaffAccess;
  readonly words: (count: string, isOne: boolean) => string;
}

/** The work that the link of an area counts. */
const KINDS: Partial<Record<ConsoleAreaName, Kind>> = {
  Inbox: { of: 'conversations', permission: 'inbox:write', words: (count) => `${count} without an answer` },
  Email: {
    of: 'campaigns',
    permission: 'email:send',
    words: (count, isOne) => `${count} ${isOne ? 'campaign is' : 'campaigns are'} paused or could not be sent`,
  },
  Settings: {
    of: 'invitations',
    permission: 'staff:write',
    words: (count, isOne) => `${count} invited ${isOne ? 'administrator has' : 'administrators have'} not logged in`,
  },
  System: {
    of: 'failedJobs',
    permission: 'system:write',
    words: (count, isOne) => `${count} background ${isOne ? 'job' : 'jobs'} failed`,
  },
};

/** How much waits in an area, and what it is in words; null while that is unknown or nothing. */
export type WaitingIn = (area: ConsoleAreaName) => { readonly count: number; readonly words: string } | null;

/** The work that waits for this administrator, requested once a minute, and by nobody who has none to do. */
export const useWaiting = (may: (access: StaffAccess) => boolean): WaitingIn => {
  const { data } = useQuery({
    queryKey: ['admin', 'waiting'],
    queryFn: ({ signal }) => callAdmin(countWaiting, { signal }),
    refetchInterval: AGAIN_MS,
    enabled: Object.values(KINDS).some(({ permission }) => may(permission)),
  });
  return (area) => {
    const kind = KINDS[area];
    const count = kind === undefined ? 0 : (data?.[kind.of] ?? 0);
    return kind === undefined || count === 0 ? null : { count, words: kind.words(formatCount(count), count === 1) };
  };
};

/** All work that waits, and the words for it. */
export const allWaiting = (waitingIn: WaitingIn): ReturnType<WaitingIn> => {
  const found = (Object.keys(KINDS) as ConsoleAreaName[]).flatMap((area) => waitingIn(area) ?? []);
  if (found.length === 0) return null;
  return { count: found.reduce((sum, { count }) => sum + count, 0), words: found.map(({ words }) => words).join(', ') };
};

/** The number beside the link of an area, and the words that describe the link, whose name stays that of the area. */
export const WaitingCount = ({
  id,
  count,
  words,
  className,
}: {
  id: string;
  count: number;
  words: string;
  className?: string;
}) => (
  <>
    <span className={className} aria-hidden="true">
      {formatCount(count)}
    </span>
    <span id={id} hidden>
      {words}
    </span>
  </>
);

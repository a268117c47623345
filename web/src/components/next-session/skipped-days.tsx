import { dateIn } from '@lectern/contracts/zoned-time';
import { useAssociation } from '../../lib/association.ts';
import { formatDay } from '../../lib/format.ts';
import { skippedBefore, type NextSession, type SkippedDay } from './next-session.ts';

interface Props {
  session: NextSession;
  /** In milliseconds since 1970. */
  now: number;
  skipped: readonly SkippedDay[];
  className?: string | undefined;
}

/** Says which sessions before the next one do not take place, and why. */
export const SkippedDays = ({ session, now, skipped, className }: Props) => {
  const association = useAssociation();
  return skippedBefore(session, dateIn(association.timeZone, new Date(now)), skipped).map(({ date, reason }) => (
    <p key={date} className={className}>
      No session on {formatDay(`${date}T12:00:00Z`, 'UTC')}: {reason}
    </p>
  ));
};

import { useAssociation } from '../../lib/association.ts';
import { formatAgo, formatDateTime } from '../../lib/format.ts';
import { shortDate, shortDateTime } from './format-short-date.ts';

/** A date as lists show it, "Nov 23"; its tooltip has the time. */
export const ShortDate = ({ at, timeZone }: { at: string; timeZone?: string }) => {
  const association = useAssociation();
  const zone = timeZone ?? association.timeZone;
  return (
    <time dateTime={at} title={formatDateTime(at, zone)}>
      {shortDate(at, zone)}
    </time>
  );
};

/** An instant as lists show it, "Nov 23, 8:00 AM"; its tooltip has the year, the zone and the age. */
export const ShortTime = ({ at }: { at: string }) => {
  const association = useAssociation();
  return (
    <time dateTime={at} title={`${formatDateTime(at)}, ${formatAgo(at)}`}>
      {shortDateTime(at, association.timeZone)}
    </time>
  );
};

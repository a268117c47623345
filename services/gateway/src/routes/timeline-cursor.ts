import { DomainError } from '@lectern/contracts/errors';
import { type TimelinePosition, timelinePosition } from '@lectern/contracts/person-timeline';

/** Where a page of a timeline ended, as it stands in an address. Opaque to clients. */
export const encodeTimelineCursor = ({ at, id }: TimelinePosition): string =>
  Buffer.from(JSON.stringify({ at, id })).toString('base64url');

/** Throws `cursor_invalid`. A cursor that was made up well leads to another page of what its reader may read anyway. */
export const decodeTimelineCursor = (cursor: string): TimelinePosition => {
  try {
    return timelinePosition.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch (cause) {
    throw new DomainError('cursor_invalid', { cause });
  }
};

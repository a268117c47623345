import { DomainError } from '@lectern/contracts/errors';
import { type TimelinePosition, timelinePosition } from '@lectern/contracts/person-timeline';

/** The position after a page of a timeline, for URLs. Opaque to clients. */
export const encodeTimelineCursor = ({ at, id }: TimelinePosition): string =>
  Buffer.from(JSON.stringify({ at, id })).toString('base64url');

/** Throws `cursor_invalid`. A valid made-up cursor leads to another page that its reader may read anyway. */
export const decodeTimelineCursor = (cursor: string): TimelinePosition => {
  try {
    return timelinePosition.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch (cause) {
    throw new DomainError('cursor_invalid', { cause });
  }
};

import type { TimelineItem, TimelinePart, TimelineRequest } from '@lectern/contracts/person-timeline';

/** A service's complete timeline of a person, read in pages of this size. */
export const pageThroughTimeline = async (
  ask: (request: TimelineRequest) => Promise<TimelinePart>,
  whose: Pick<TimelineRequest, 'userId' | 'emailKey'>,
  limit: number,
): Promise<TimelineItem[]> => {
  const read: TimelineItem[] = [];
  for (let after: TimelineRequest['after'] = null; ;) {
    const { items }: TimelinePart = await ask({ ...whose, kind: null, after, limit });
    read.push(...items);
    const last = items.at(-1);
    if (last === undefined || items.length < limit) return read;
    after = { at: last.at, id: last.id };
  }
};

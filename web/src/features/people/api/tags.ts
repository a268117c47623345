import { addTag, listTags, removeTag } from '@lectern/contracts/system/people-http';
import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

export const giveTag = (body: BodyOf<typeof addTag>) => callAdmin(addTag, { body });

export const takeTag = (body: BodyOf<typeof removeTag>) => callAdmin(removeTag, { body });

/** The tags that people have, for suggestions. */
export const tagsQuery = queryOptions({
  queryKey: ['admin', 'tags'],
  queryFn: ({ signal }) => callAdmin(listTags, { signal }),
});

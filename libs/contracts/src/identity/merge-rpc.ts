import * as z from 'zod/mini';
import { instant, uuid } from '../fields.ts';
import { mergePreview } from '../person-merge.ts';
import { rpc } from '../rpc.ts';
import { personAccount } from './listed-person.ts';
import { actor } from './model.ts';

const merged = z.object({ oldEmail: z.string(), newEmail: z.string() });
const side = z.object({
  email: z.string(),
  name: z.nullable(z.string()),
  account: personAccount,
  /** Of the account. Left out without one, and by older revisions. */
  isEmailVerified: z.optional(z.boolean()),
});

/** Both people of a merge, what identity would move, and why it cannot. `userId`: the account that gets it. */
export const previewMerge = rpc({
  name: 'identity.preview-merge.v1',
  permission: 'people:write',
  input: z.extend(merged, { by: actor }),
  output: z.extend(mergePreview, { from: side, into: side, userId: z.nullable(uuid()) }),
});

/**
 * Merges a mailbox without an account into another person: everything that is kept under it goes to them, in the other services as they
 * receive it. Recorded. Idempotent by `id`, for a day; `idempotency_conflict` for a used one with other people. `merge_refused` with the
 * reason, as {@link previewMerge} has it.
 */
export const mergePeople = rpc({
  name: 'identity.merge-people.v1',
  permission: 'people:write',
  input: z.extend(merged, { id: uuid(), by: actor }),
  output: z.object({}),
});

/** The services that have not confirmed a merge yet; `not_found` for an unknown one. */
export const getMerge = rpc({
  name: 'identity.get-merge.v1',
  permission: 'people:write',
  input: z.object({ id: uuid(), by: actor }),
  output: z.object({ mergedAt: instant(), waitingFor: z.array(z.string()) }),
});

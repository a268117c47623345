import * as z from 'zod/mini';
import { acknowledgement, instant, requiredEmail, storedEmail, uuid } from '../fields.ts';
import { personAccount } from '../identity/listed-person.ts';
import { mergePreview } from '../person-merge.ts';
import { route } from '../route.ts';
import { personPart } from './people-http.ts';

const side = z.object({
  email: z.string(),
  name: z.nullable(z.string()),
  account: personAccount,
  /** Whether the account's email address is confirmed; left out without an account. */
  isEmailVerified: z.optional(z.boolean()),
});

/**
 * The records that a merge of two people would move, by part of the system, and the reasons that forbid it. Changes nothing. `service_unavailable`
 * where a part does not answer.
 */
export const previewMerge = route({
  method: 'GET',
  path: '/api/admin/people/merge',
  audience: 'admin',
  permission: 'people:write',
  rateLimit: 'none',
  query: z.strictObject({ oldEmail: storedEmail(), newEmail: storedEmail() }),
  response: z.object({
    from: side,
    into: side,
    parts: z.array(z.extend(mergePreview, { part: personPart })),
  }),
});
export type MergePreviewed = z.output<(typeof previewMerge)['response']>;

export const mergeForm = z.strictObject({
  /** Of the merge. The client chooses it, so that a repeated request merges nothing more. */
  id: uuid(),
  oldEmail: requiredEmail('Enter the email address that is merged'),
  newEmail: requiredEmail('Enter the email address that stays'),
});

/**
 * Merges the person of `oldEmail`, who has no account, into the person of `newEmail`. The parts of the system follow, also later where one
 * is down: see {@link getMerge}. Nobody can undo it. `merge_refused` with the reasons of {@link previewMerge}; `person_unknown` where
 * nothing is kept of one of them; `idempotency_conflict` for a used `id` with other people.
 */
export const mergePeople = route({
  method: 'POST',
  path: '/api/admin/people/merge',
  audience: 'admin',
  permission: 'people:write',
  rateLimit: 'none',
  body: mergeForm,
  response: acknowledgement,
});

/** The parts of the system that have not confirmed a merge yet. */
export const getMerge = route({
  method: 'GET',
  path: '/api/admin/people/merges/:id',
  audience: 'admin',
  permission: 'people:write',
  rateLimit: 'none',
  params: z.strictObject({ id: uuid() }),
  response: z.object({ mergedAt: instant(), waitingFor: z.array(personPart) }),
});

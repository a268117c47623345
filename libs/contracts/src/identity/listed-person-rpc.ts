import * as z from 'zod/mini';
import { exportSlice, personExportRequest } from '../list-export.ts';
import { pageOf } from '../page.ts';
import { rpc } from '../rpc.ts';
import { duplicates, listedPerson, personListQuery } from './listed-person.ts';
import { actor } from './model.ts';

/** People with these properties, newest first unless `sort` says otherwise. Throws `invalid_request` or `cursor_invalid`. */
export const listPeople = rpc({
  name: 'identity.list-people.v1',
  input: personListQuery,
  output: pageOf(listedPerson),
});

/** A slice of {@link listPeople} as a file. */
export const exportPeople = rpc({
  name: 'identity.export-people.v1',
  input: personExportRequest,
  output: exportSlice,
  timeoutMs: 20_000,
});

/** Those who may be the same as the person of an email address. Empty for one that is not in the list of people. */
export const findDuplicates = rpc({
  name: 'identity.find-duplicates.v1',
  permission: 'people:read',
  input: z.object({ email: z.string(), by: actor }),
  output: duplicates,
});

/**
 * Notes that two people are different, or ends that. Recorded once; a repetition changes nothing. `person_unknown` for an address
 * that is not in the list of people, `invalid_request` for one person.
 */
export const keepApart = rpc({
  name: 'identity.keep-apart.v1',
  permission: 'people:write',
  input: z.object({ email: z.string(), otherEmail: z.string(), isDistinct: z.boolean(), by: actor }),
  output: z.object({}),
});

import { exportSlice, personExportRequest } from '../list-export.ts';
import { pageOf } from '../page.ts';
import { rpc } from '../rpc.ts';
import { listedPerson, personListQuery } from './listed-person.ts';

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

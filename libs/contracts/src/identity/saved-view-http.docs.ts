import type { DocsOf } from '../route-docs/route-docs.ts';
import { ID } from '../route-docs/samples.ts';
import type * as http from './saved-view-http.ts';

const form = {
  name: 'Unpaid entries',
  isShared: true,
  definition: { q: '', filters: [{ key: 'status', value: 'pending' }], hidden: ['experience'] },
};
const view = { id: ID, list: 'tournaments' as const, ...form, isOwn: true, ownerName: 'Sample Administrator' };

export const savedViewDocs = {
  listSavedViews: {
    summary: 'Lists the saved views of a list of the console: the caller’s own and the shared ones, by name.',
    description: 'Only for a list that the caller may see.',
    query: { list: 'tournaments' },
    response: { items: [view] },
  },
  saveView: {
    summary: 'Saves a view under a name.',
    description: 'An administrator has one view of a name for each list, and at most 100 views.',
    errors: ['view_name_taken', 'too_many_views'],
    body: { list: 'tournaments', ...form },
    response: { message: '“Unpaid entries” is saved.', view },
  },
  changeView: {
    summary: 'Changes the name, the sharing and the definition of an own view.',
    errors: ['view_not_own', 'view_name_taken'],
    params: { id: ID },
    body: form,
    response: { message: '“Unpaid entries” is saved.', view },
  },
  deleteView: {
    summary: 'Deletes an own view, or, as an owner, a shared view of another administrator.',
    errors: ['view_not_own'],
    params: { id: ID },
    response: { message: '“Unpaid entries” is deleted.' },
  },
} satisfies DocsOf<typeof http>;

import * as z from 'zod/mini';
import { acknowledgement, uuid } from '../fields.ts';
import { route } from '../route.ts';
import { savedView, viewedList, viewForm } from './saved-view.ts';

/*
 * Views of the console's lists that administrators saved under a name, for themselves or for all administrators. Each list requires its own
 * permission as well: see `VIEWED_LIST_PERMISSIONS`.
 */

const byId = z.strictObject({ id: uuid() });

/** The caller's own views of a list and the shared ones of other administrators, by name. */
export const listSavedViews = route({
  method: 'GET',
  path: '/api/admin/views',
  audience: 'admin',
  permission: 'console:read',
  rateLimit: 'none',
  query: z.strictObject({ list: viewedList }),
  response: z.object({ items: z.array(savedView) }),
});

export const newViewForm = z.extend(viewForm, { list: viewedList });

/** `view_name_taken` where the caller has one of that name for the list, so a second press saves no second one; `too_many_views`. */
export const saveView = route({
  method: 'POST',
  path: '/api/admin/views',
  audience: 'admin',
  permission: 'console:read',
  rateLimit: 'none',
  status: 201,
  body: newViewForm,
  response: z.extend(acknowledgement, { view: savedView }),
});

/** Changes a view of the caller's own. `view_not_own` for a shared view of another administrator; `view_name_taken`. */
export const changeView = route({
  method: 'PUT',
  path: '/api/admin/views/:id',
  audience: 'admin',
  permission: 'console:read',
  rateLimit: 'none',
  params: byId,
  body: viewForm,
  response: z.extend(acknowledgement, { view: savedView }),
});

/** Deletes a view of the caller's own, or with `staff:write` a shared view. `view_not_own` for one of another administrator. */
export const deleteView = route({
  method: 'DELETE',
  path: '/api/admin/views/:id',
  audience: 'admin',
  permission: 'console:read',
  rateLimit: 'none',
  params: byId,
  response: acknowledgement,
});

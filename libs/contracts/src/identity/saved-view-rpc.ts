import * as z from 'zod/mini';
import { uuid } from '../fields.ts';
import { rpc } from '../rpc.ts';
import { actor } from './model.ts';
import { savedView, viewDefinition, viewedList } from './saved-view.ts';

/*
 * Saved views belong to the administrator who made them. Others see the shared ones and change none; `staff:write` allows to delete them.
 */

const form = { name: z.string(), isShared: z.boolean(), definition: viewDefinition };

/** The administrator's own views of a list and the shared ones of others, by name. `permission_missing` where they may not see the list. */
export const listSavedViews = rpc({
  name: 'identity.list-saved-views.v1',
  permission: 'console:read',
  input: z.object({ by: actor, list: viewedList }),
  output: z.array(savedView),
});

/** `view_name_taken` where the administrator has a view of that name for the list, in any letter case; `too_many_views`; `permission_missing` as {@link listSavedViews}. */
export const saveView = rpc({
  name: 'identity.save-view.v1',
  permission: 'console:read',
  input: z.object({ by: actor, list: viewedList, ...form }),
  output: savedView,
});

/** `not_found` where the administrator cannot see it, `view_not_own` where they see a shared one; `view_name_taken`; `permission_missing` as {@link listSavedViews}. */
export const changeView = rpc({
  name: 'identity.change-view.v1',
  permission: 'console:read',
  input: z.object({ by: actor, id: uuid(), ...form }),
  output: savedView,
});

/** Answers its name. `not_found` as {@link changeView}; `view_not_own` for one of others, without `staff:write`. */
export const deleteView = rpc({
  name: 'identity.delete-view.v1',
  permission: 'console:read',
  input: z.object({ by: actor, id: uuid() }),
  output: z.object({ name: z.string() }),
});

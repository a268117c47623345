import * as contracts from '@lectern/contracts/identity/administrator-http';
import { queryOptions } from '@tanstack/react-query';
import { call, type BodyOf } from '../../../lib/api-client.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

export const administratorsQuery = queryOptions({
  queryKey: ['admin', 'administrators'],
  queryFn: async ({ signal }) => (await callAdmin(contracts.listAllAdministrators, { signal })).items,
});

export const invite = (body: BodyOf<typeof contracts.inviteAdministrator>) =>
  callAdmin(contracts.inviteAdministrator, { body });
export const switchAdministrator = (id: string, body: BodyOf<typeof contracts.switchAdministrator>) =>
  callAdmin(contracts.switchAdministrator, { params: { id }, body });

export const setRole = (id: string, body: BodyOf<typeof contracts.setAdministratorRole>) =>
  callAdmin(contracts.setAdministratorRole, { params: { id }, body });

/** The roles that require a second factor. */
export const staffPolicyQuery = queryOptions({
  queryKey: ['admin', 'staff-policy'],
  queryFn: ({ signal }) => callAdmin(contracts.getStaffPolicy, { signal }),
});
export const changeStaffPolicy = (body: BodyOf<typeof contracts.changeStaffPolicy>) =>
  callAdmin(contracts.changeStaffPolicy, { body });

export const askForPassword = (body: BodyOf<typeof contracts.forgotAdminPassword>) =>
  call(contracts.forgotAdminPassword, { body });
export const choosePassword = (body: BodyOf<typeof contracts.chooseAdminPassword>) =>
  call(contracts.chooseAdminPassword, { body });

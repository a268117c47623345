import * as z from 'zod/mini';
import { uuid } from '../fields.ts';
import { route } from '../route.ts';
import { creditAccount, creditChange, creditForm, staffCreditAccount } from './credit.ts';

/** The credit of the member, and what their next charge is with it. */
export const getCredit = route({
  method: 'GET',
  path: '/api/subscription/credit',
  audience: 'member',
  rateLimit: 'none',
  response: creditAccount,
});

/** The credit of a member, for staff. */
export const getMemberCredit = route({
  method: 'GET',
  path: '/api/admin/members/:userId/credit',
  audience: 'admin',
  permission: 'payments:read',
  rateLimit: 'none',
  params: z.strictObject({ userId: uuid() }),
  response: staffCreditAccount,
});

/** Gives credit to a member, or withdraws what is unspent. An outage of the provider delays it (`asked`). */
export const changeMemberCredit = route({
  method: 'POST',
  path: '/api/admin/members/:userId/credit',
  audience: 'admin',
  permission: 'payments:refund',
  rateLimit: 'none',
  params: z.strictObject({ userId: uuid() }),
  body: creditForm,
  response: creditChange,
});

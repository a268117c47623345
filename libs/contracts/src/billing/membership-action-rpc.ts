import * as z from 'zod/mini';
import { uuid } from '../fields.ts';
import { actor } from '../identity/model.ts';
import { rpc } from '../rpc.ts';
import { membershipAction, membershipActionForm, membershipEffects } from './membership-action.ts';

/**
 * The effects that an action on the live membership of an account would have now. Changes nothing. Throws `not_found`,
 * `payment_due`, `payment_processing`, `account_deactivated`, `switch_refused` and `pause_refused` as for the member, and
 * `membership_action_refused` with the reason, also without a live membership.
 */
export const previewMembershipAction = rpc({
  name: 'billing.preview-membership-action.v1',
  permission: 'memberships:write',
  input: z.object({ userId: uuid(), action: membershipAction, by: actor }),
  output: membershipEffects,
  timeoutMs: 20_000,
});

/**
 * Does it, and stores who did it and why. Idempotent by `id`, also after `payment_provider_unavailable`. Throws what the preview throws,
 * `version_conflict` where the effects are others by now, `idempotency_conflict` where the id names another action, and `card_declined`,
 * after which nothing is changed.
 */
export const changeMembership = rpc({
  name: 'billing.change-membership.v1',
  permission: 'memberships:write',
  input: z.object({ userId: uuid(), ...membershipActionForm, by: actor }),
  output: z.object({}),
  timeoutMs: 40_000,
});

import type { DocsOf } from '../route-docs/route-docs.ts';
import { ID } from '../route-docs/samples.ts';
import type { MembershipEffects } from './membership-action.ts';
import type * as http from './membership-action-http.ts';

const effects: MembershipEffects = {
  ...{ plan: 'monthly', price: 9_500, endsNow: false, paidUntil: '2026-05-11T09:00:00.000Z', pause: null },
  ...{ amountDue: 0, credit: 0, creditLeft: 0, nextCharge: null, email: 'cancelled', quotedAt: null },
};
const params = { userId: ID };
const errors = [
  ...(['not_found', 'payment_due', 'payment_processing', 'account_deactivated'] as const),
  ...(['switch_refused', 'pause_refused', 'membership_action_refused', 'payment_provider_unavailable'] as const),
] as const;

export const membershipActionDocs = {
  previewMembershipAction: {
    summary: 'Previews the effects of an action on the membership of an account.',
    description:
      '`kind` is `cancel` (with the end of the paid period), `cancel_now` (immediately, without a refund), `resume`, `switch` with a `plan`, ' +
      '`pause` with `months`, `end_pause`, or `extend` with `until`, the time of the next charge. Amounts are cents. Nothing is changed.',
    errors: [...errors],
    params,
    body: { action: { kind: 'cancel' } },
    response: effects,
  },
  changeMembership: {
    summary: 'Changes the membership of an account, with the effects that were previewed.',
    description:
      'Send the answer of the preview as `effects`: where they are others by now, nothing is done (`version_conflict`). Choose an `id`; a ' +
      'repetition with it does nothing more. The reason stays on the person’s timeline.',
    errors: [...errors, 'version_conflict', 'idempotency_conflict', 'card_declined'],
    params,
    body: { id: ID, action: { kind: 'cancel' }, reason: 'Asked by phone', effects },
    response: { message: 'The membership ends with its paid period.' },
  },
} satisfies DocsOf<typeof http>;

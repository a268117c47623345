import type { MembershipAction, MembershipEffects } from '@lectern/contracts/billing/membership-action';
import { formatCents } from '@lectern/contracts/money';
import type { KnownCustomer } from '@lectern/contracts/person-timeline';
import { formatDate } from '../../lib/format.ts';

export type Membership = NonNullable<KnownCustomer['membership']>;

/** An action that staff can choose. */
export interface ActionChoice {
  readonly value: string;
  readonly label: string;
  readonly action: MembershipAction;
}

const choice = (label: string, action: MembershipAction): ActionChoice => ({ value: label, label, action });

const MONTHS = [1, 2, 3] as const;

/** The actions that suit a membership as the page knows it; none for one that has ended. The server refuses what does not suit it any more. */
export const choicesOf = ({
  status,
  plan,
  hasAccess,
  accessUntil,
  renewsAt,
  pausedFrom,
}: Membership): ActionChoice[] => {
  const endNow = choice('End it now', { kind: 'cancel_now' });
  const endPause = pausedFrom == null ? [] : [choice('End the pause', { kind: 'end_pause' })];
  const cancel = choice('Cancel at the end of the paid period', { kind: 'cancel' });
  const isEnding = hasAccess && status === 'cancelled' && accessUntil !== null;
  if (isEnding) return [choice('Resume it', { kind: 'resume' }), endNow];
  if (status === 'past_due') return [endNow];
  if (status === 'paused') return [...endPause, endNow];
  if (status !== 'active') return [];
  if (endPause.length > 0) return [...endPause, cancel, endNow];
  const other = plan === 'annual' ? 'monthly' : 'annual';
  const pauses = plan === 'annual' ? [] : MONTHS;
  return [
    choice(`Switch to the ${other} plan`, { kind: 'switch', plan: other }),
    ...pauses.map((months) => choice(`Pause for ${months} month${months === 1 ? '' : 's'}`, { kind: 'pause', months })),
    ...(renewsAt === null ? [] : [choice('Extend it to a later charge', { kind: 'extend', until: renewsAt })]),
    cancel,
    endNow,
  ];
};

const EMAILS: Readonly<Record<NonNullable<MembershipEffects['email']>, string>> = {
  cancelled: 'that the membership is cancelled, and until when it runs',
  ended: 'that the membership has ended',
  resumed: 'that the membership renews again',
  paused: 'from when until when it pauses, and the next charge',
  pause_ended: 'that the pause is over, and the next charge',
  extended: 'when the next payment is due',
  switched: 'which plan they have now, and the charge or credit',
};

/** The effects of an action in words: losses, and what stays or happens besides. */
export const membershipEffects = (
  action: MembershipAction,
  { plan, endsNow, paidUntil, pause, amountDue, credit, creditLeft, nextCharge, email }: MembershipEffects,
): { readonly lost: readonly string[]; readonly kept: readonly string[] } => {
  const lost: string[] = [];
  const kept: string[] = [];
  if (endsNow) {
    lost.push('The membership and the access to the member area end immediately.');
    if (paidUntil !== null)
      lost.push(
        `It is paid until ${formatDate(paidUntil)}. The rest is not refunded by this: make the refund under Payments.`,
      );
    lost.push('Free tournament entries and workshop seats of it are released, or are to be paid.');
    kept.push('Nothing more is charged.');
  }
  if (action.kind === 'cancel' && paidUntil !== null) {
    lost.push(`It does not renew: access ends on ${formatDate(paidUntil)}.`);
    kept.push('Until then nothing changes, and you or the member can resume it.');
  }
  if (pause !== null)
    lost.push(`From ${formatDate(pause.from)} to ${formatDate(pause.until)}: no access, and nothing is charged.`);
  if (action.kind === 'extend' && paidUntil !== null)
    kept.push(
      `It is extended: nothing is charged before ${formatDate(paidUntil)}, and later periods count from that day.`,
    );
  if (action.kind === 'switch') {
    kept.push(`The plan is ${plan} from now on.`);
    if (plan === 'monthly')
      lost.push('Free tournament entries and workshop seats of the annual plan are released, or are to be paid.');
    if (credit > 0) kept.push(`${formatCents(credit)} of credit for the rest of the paid period.`);
  }
  if (amountDue > 0) lost.push(`${formatCents(amountDue)} are charged to the member’s card now.`);
  else if (action.kind === 'switch' || action.kind === 'end_pause') kept.push('Nothing is charged now.');
  if (creditLeft > 0) kept.push(`${formatCents(creditLeft)} of credit are left, and pay the next periods.`);
  if (nextCharge !== null)
    kept.push(
      `Next charge: ${formatCents(nextCharge.amount)} on ${formatDate(nextCharge.at)}${
        action.kind === 'switch' ? '' : ', less credit and discounts'
      }.`,
    );
  kept.push(email === null ? 'No email is sent: there is no address.' : `We email the member ${EMAILS[email]}.`);
  return { lost, kept };
};

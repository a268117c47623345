import type { Subscription } from '../subscription/subscription.entity.ts';

const DAY_MS = 86_400_000;

/** An annual charge is announced this long before. */
export const RENEWAL_NOTICE_MS = 14 * DAY_MS;

/** The expiry of a card is announced this long before, and once more. */
export const CARD_NOTICE_MS = 30 * DAY_MS;
export const LAST_CARD_NOTICE_MS = 7 * DAY_MS;

export type NoticeKind = 'renewal' | 'card_month' | 'card_week';

/** The identity of a notice of a subscription, which is sent once. */
export interface DueNotice {
  readonly kind: NoticeKind;
  readonly dueAt: Date;
  readonly cardId: string;
}

type Terms = Pick<
  Subscription,
  'status' | 'plan' | 'cancelAtPeriodEnd' | 'currentPeriodEnd' | 'cardId' | 'cardExpiresAt'
>;

const isWithin = (instant: Date, now: Date, span: number): boolean =>
  instant > now && instant.getTime() - now.getTime() <= span;

/**
 * The notices that a subscription's payer should have at `now`, whether sent or not. One that was missed is due until its charge or expiry;
 * of the two of a card, only the latest is due, also during a pause. None for a subscription that does not renew, or that is past due: it has its
 * own emails.
 */
export const dueNotices = (terms: Terms, now: Date): DueNotice[] => {
  const { status, plan, cancelAtPeriodEnd, currentPeriodEnd, cardId, cardExpiresAt } = terms;
  if (!(status === 'active' || status === 'paused') || cancelAtPeriodEnd) return [];
  const due: DueNotice[] = [];
  if (plan === 'annual' && isWithin(currentPeriodEnd, now, RENEWAL_NOTICE_MS))
    due.push({ kind: 'renewal', dueAt: currentPeriodEnd, cardId: '' });
  if (cardId !== null && cardExpiresAt !== null && isWithin(cardExpiresAt, now, CARD_NOTICE_MS)) {
    const isLast = isWithin(cardExpiresAt, now, LAST_CARD_NOTICE_MS);
    due.push({ kind: isLast ? 'card_week' : 'card_month', dueAt: cardExpiresAt, cardId });
  }
  return due;
};

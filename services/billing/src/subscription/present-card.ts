import type { PaymentCard } from '@lectern/contracts/billing/model';
import type { Subscription } from './subscription.entity.ts';

/** The card that pays a subscription, as its payer sees it. */
export const presentCard = ({
  cardLast4: last4,
  cardExpiresAt,
}: Pick<Subscription, 'cardLast4' | 'cardExpiresAt'>): PaymentCard | null =>
  last4 === null || cardExpiresAt === null ? null : { last4, expires_at: cardExpiresAt.toISOString() };

import type { PromoCode } from '@lectern/contracts/billing/model';
import { formatCents } from '@lectern/contracts/money';
import { formatCount } from '../../lib/format.ts';

/** "20%", or "$20.00" for a fixed amount. */
export const promoValue = ({
  discountType,
  discountValue,
}: Pick<PromoCode, 'discountType' | 'discountValue'>): string =>
  discountType === 'percentage' ? `${discountValue}%` : formatCents(discountValue);

/** "3/10"; "3/unlimited" without a limit. */
export const promoUses = ({ currentUses, maxUses }: Pick<PromoCode, 'currentUses' | 'maxUses'>): string =>
  `${formatCount(currentUses)}/${maxUses === null ? 'unlimited' : formatCount(maxUses)}`;

/** Whether the code can still be used: it is enabled, not expired and not used up. */
export const isPromoActive = (
  code: Pick<PromoCode, 'isActive' | 'validUntil' | 'currentUses' | 'maxUses'>,
  now: Date,
): boolean =>
  code.isActive &&
  (code.validUntil === null || new Date(code.validUntil) > now) &&
  (code.maxUses === null || code.currentUses < code.maxUses);

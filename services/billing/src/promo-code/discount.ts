import { MIN_CENTS } from '@lectern/contracts/money';
import type { PromoCode } from './promo-code.entity.ts';

/*
 * The discount that a promo code gives on a price. Pure; whole cents throughout.
 */

export type Product = 'debate_club' | 'tournaments' | 'bootcamps';

/** A product with its price, about to be paid. */
export interface Purchasable {
  readonly product: Product;
  /** Cents */
  readonly amount: number;
}

type Terms = Pick<
  PromoCode,
  | 'discountType'
  | 'discountValue'
  | 'minimumAmount'
  | 'maxUses'
  | 'currentUses'
  | 'heldUses'
  | 'validFrom'
  | 'validUntil'
  | 'isActive'
  | 'archivedAt'
  | 'applicableProducts'
>;

/** Codes are compared without letter case and kept in capitals (decisions, "Membership and payments"). */
export const promoKey = (code: string): string => code.trim().toUpperCase();

/**
 * Cents off. A fixed amount above the price makes it free, and so does a discount that leaves less than the provider can charge; halves of
 * a cent go to the buyer.
 */
export const amountOff = (
  { discountType, discountValue }: Pick<Terms, 'discountType' | 'discountValue'>,
  amount: number,
): number => {
  const off =
    discountType === 'percentage' ? Math.floor((amount * discountValue + 50) / 100) : Math.min(discountValue, amount);
  return amount - off < MIN_CENTS ? amount : off;
};

/** Whether a code may be used for this now. Uses that open checkouts hold count as made. */
export const isUsable = (terms: Terms, { product, amount }: Purchasable, now: Date): boolean =>
  terms.isActive &&
  terms.archivedAt === null &&
  terms.validFrom <= now &&
  (terms.validUntil === null || now < terms.validUntil) &&
  terms.applicableProducts.includes(product) &&
  (terms.minimumAmount === null || amount >= terms.minimumAmount) &&
  (terms.maxUses === null || terms.currentUses + terms.heldUses < terms.maxUses);

/** The discount in percent of a price, with two decimals where it is not a whole one; for showing only. */
export const percentOf = (off: number, amount: number): number =>
  amount === 0 ? 0 : Math.round((off * 10_000) / amount) / 100;

/** The terms that decide the price of an entry, besides the tournament's. */
export interface EntrantTerms {
  /** Of the entrant's open membership, if they are signed in to one. */
  readonly plan: 'monthly' | 'annual' | null;
  /** Of that membership. */
  readonly subscriptionId: string | null;
  /** Of that membership, once it is cancelled: it prices no tournament that begins later. */
  readonly membershipEndsAt: Date | null;
  /** A paid bootcamp seat whose included entry is still unused. */
  readonly bootcampRegistrationId: string | null;
}

/** All terms that decide the price of an entry. Amounts in cents. */
export interface EntryTerms extends Omit<EntrantTerms, 'membershipEndsAt'> {
  /** The tournament's own. */
  readonly price: number;
  readonly memberPrice: number;
}

/** The reason of a price. `standard` is the public price, also for a member without a reduction. */
export type PriceReason = 'standard' | 'member' | 'annual_member' | 'bootcamp_entry';

export interface EntryPrice {
  readonly amount: number;
  readonly reason: PriceReason;
  /** The bootcamp seat whose included entry this one uses up. */
  readonly bootcampRegistrationId: string | null;
  /** The membership that includes it. */
  readonly subscriptionId: string | null;
}

const NOTHING_USED = { bootcampRegistrationId: null, subscriptionId: null };

/**
 * The price of an entry (decisions, "Money"): free for annual members and for the first entry of a bootcamp participant; for
 * monthly members the member price, where it is lower. A free tournament uses up no included entry.
 */
export const entryPrice = ({
  price,
  memberPrice,
  plan,
  subscriptionId,
  bootcampRegistrationId,
}: EntryTerms): EntryPrice => {
  if (price === 0) return { amount: 0, reason: 'standard', ...NOTHING_USED };
  if (plan === 'annual') return { amount: 0, reason: 'annual_member', ...NOTHING_USED, subscriptionId };
  if (bootcampRegistrationId !== null)
    return { amount: 0, reason: 'bootcamp_entry', ...NOTHING_USED, bootcampRegistrationId };
  if (plan === 'monthly' && memberPrice < price) return { amount: memberPrice, reason: 'member', ...NOTHING_USED };
  return { amount: price, reason: 'standard', ...NOTHING_USED };
};

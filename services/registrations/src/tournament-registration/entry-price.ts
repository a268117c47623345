/** What decides the price of an entry. Amounts in cents. */
export interface EntryTerms {
  /** The tournament's own. */
  readonly price: number;
  readonly memberPrice: number;
  /** Of the entrant's open membership, if they are signed in to one. */
  readonly plan: 'monthly' | 'annual' | null;
  /** A paid bootcamp place whose included entry was not used yet. */
  readonly bootcampRegistrationId: string | null;
}

export interface EntryPrice {
  readonly amount: number;
  /** The bootcamp place whose included entry this one uses up. */
  readonly bootcampRegistrationId: string | null;
}

/**
 * The price of an entry (decisions, "Money"): free for annual members and for the first one of a bootcamp participant, the
 * member price for monthly members, which never makes it dearer. What costs nothing anyway uses nothing up.
 */
export const entryPrice = ({ price, memberPrice, plan, bootcampRegistrationId }: EntryTerms): EntryPrice => {
  if (plan === 'annual' || price === 0) return { amount: 0, bootcampRegistrationId: null };
  if (bootcampRegistrationId !== null) return { amount: 0, bootcampRegistrationId };
  return { amount: plan === 'monthly' ? Math.min(memberPrice, price) : price, bootcampRegistrationId: null };
};

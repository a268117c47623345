import type { Program } from '@lectern/contracts/billing/model';
import type { Plan } from '@lectern/contracts/fields';
import type { Cents } from '@lectern/contracts/money';

export interface Price {
  id: string;
  cents: Cents;
}

/** The debate club's two prices. Throws when the server offers no debate club, or one of its plans is not for sale. */
export const membershipPrices = (programs: readonly Program[]): Record<Plan, Price> => {
  const club = programs.find((program) => program.type === 'debate_club');
  const price = (id: string | null | undefined, cents: Cents | null | undefined): Price => {
    if (id == null || cents == null) throw new Error('The debate club has no price for this plan');
    return { id, cents };
  };
  return {
    monthly: price(club?.stripePriceIdMonthly, club?.priceMonthly),
    annual: price(club?.stripePriceIdAnnual, club?.priceAnnual),
  };
};

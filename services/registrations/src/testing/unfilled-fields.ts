/** A division, and the optional fields of a tournament entry not filled in. Spread it first, so that a test can fill one in. */
export const UNFILLED_ENTRY = {
  division: 'development',
  experienceLevel: null,
  specialRequests: null,
  promoCode: null,
} as const;

/** The optional fields of a bootcamp seat, not filled in. Spread it first. */
export const UNFILLED_SEAT = { goals: null, referralSource: null, specialRequests: null, promoCode: null } as const;

/** The fields of a tournament entry below name and contact, with the optional ones not filled in. */
export const UNFILLED_ENTRY = {
  division: 'development',
  experienceLevel: null,
  specialRequests: null,
  promoCode: null,
} as const;

/** The optional fields of a bootcamp seat, not filled in. */
export const UNFILLED_SEAT = { goals: null, referralSource: null, specialRequests: null, promoCode: null } as const;

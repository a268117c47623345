import type { Cents } from '@lectern/contracts/money';

/**
 * The prices that the public pages print (specification, section 9), in cents. The server decides the amount of a charge;
 * pages that take money show the amounts of `GET /api/programs`.
 */
export const MONTHLY: Cents = 9_500;
export const ANNUAL: Cents = 95_000;
export const TOURNAMENT_ENTRY: Cents = 4_000;
export const BOOTCAMP: Cents = 15_500;
export const REFERRAL_REWARD: Cents = 5_000;

/** The sum of twelve monthly payments, with which the annual price is compared. */
export const TWELVE_MONTHS: Cents = MONTHLY * 12;
export const ANNUAL_SAVING: Cents = TWELVE_MONTHS - ANNUAL;
export const ANNUAL_PER_MONTH: Cents = Math.round(ANNUAL / 12);

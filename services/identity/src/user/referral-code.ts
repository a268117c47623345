import { randomInt } from 'node:crypto';

/** No I, L, O, U, 0 or 1: codes are read out loud and typed by hand. */
const EMAILS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const LENGTH = 8;

/** A referral code: 30^8 possibilities, made by the system's random source. Uniqueness is the table's business. */
export const newReferralCode = (): string =>
  Array.from({ length: LENGTH }, () => EMAILS[randomInt(EMAILS.length)]).join('');

/** A code as somebody typed it, in the form in which codes are stored: trimmed, in capitals. */
export const referralCodeAsStored = (typed: string): string => typed.trim().toUpperCase();

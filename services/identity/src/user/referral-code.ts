import { randomInt } from 'node:crypto';

/** No I, L, O, U, 0 or 1: people read codes out loud and type them. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const LENGTH = 8;

/** A referral code: 30^8 possibilities, from the system's random source. The table guarantees uniqueness. */
export const newReferralCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** A code as somebody typed it, in the form in which codes are stored: trimmed, in capitals. */
export const referralCodeAsStored = (typed: string): string => typed.trim().toUpperCase();

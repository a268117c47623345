import { createHash, randomBytes } from 'node:crypto';
import { RECOVERY_CODES } from '@lectern/contracts/identity/second-factor';

/** Base32 without the letters that are read as others (Crockford): no I, L, O and U. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 80 bits: nobody guesses them, also not from their hashes. */
const LENGTH = 16;
const GROUP = 4;

/** A code of 80 bits: `4k7p-…`. */
export const newRecoveryCode = (): string => {
  // 32 characters: the lowest five bits of a random byte choose one, each as often as any other.
  const characters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return characters.replaceAll(new RegExp(`.{${GROUP}}(?=.)`, 'g'), '$&-');
};

/** Codes for administrators who lost their app, as they are shown: `4k7p-…`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newRecoveryCode);

/** The stored hash of a recovery code. A code has 80 random bits, so a fast hash without salt keeps it as secret as a slow one would. */
export const hashOfRecoveryCode = (characters: string): string => createHash('sha256').update(characters).digest('hex');

export type TypedCode =
  { readonly kind: 'app'; readonly digits: string } | { readonly kind: 'recovery'; readonly hash: string };

/** The characters of a typed code, without spaces, hyphens, letter case, and letters that are read as digits. */
export const readCharacters = (typed: string): string =>
  typed.replaceAll(/[\s-]/g, '').toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1');

/** Parses a typed code without spaces, hyphens and letter case: six digits are an app's, anything else may be a recovery code. */
export const readTypedCode = (typed: string): TypedCode => {
  const characters = typed.replaceAll(/[\s-]/g, '').toLowerCase();
  if (/^\d{6}$/.test(characters)) return { kind: 'app', digits: characters };
  return { kind: 'recovery', hash: hashOfRecoveryCode(readCharacters(typed)) };
};

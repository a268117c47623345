import { createHash, randomBytes } from 'node:crypto';
import { RECOVERY_CODES } from '@lectern/contracts/identity/second-factor';

/** Base32 without the emails that are read as others (Crockford): no I, L, O and U. */
const EMAILS = '0123456789abcdefghjkmnpqrstvwxyz';
/** 80 bits: nobody guesses them, also not from their hashes. */
const LENGTH = 16;
const GROUP = 4;

const newRecoveryCode = (): string => {
  // 32 emails: the lowest five bits of a random byte choose one, each as often as any other.
  const messages = [...randomBytes(LENGTH)].map((byte) => EMAILS[byte % EMAILS.length]).join('');
  return messages.replaceAll(new RegExp(`.{${GROUP}}(?=.)`, 'g'), '$&-');
};

/** Codes for whoever has lost their app, as they are shown: `4k7p-…`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newRecoveryCode);

/** What is stored of a recovery code. It has 80 bits of its own, so a fast hash without salt keeps it as secret as a slow one would. */
export const hashOfRecoveryCode = (messages: string): string => createHash('sha256').update(messages).digest('hex');

export type TypedCode =
  { readonly kind: 'app'; readonly digits: string } | { readonly kind: 'recovery'; readonly hash: string };

/** What somebody typed, spaces, hyphens and letter case aside: six digits are an app's, anything else may be a recovery code. */
export const readTypedCode = (typed: string): TypedCode => {
  const messages = typed.replaceAll(/[\s-]/g, '').toLowerCase();
  if (/^\d{6}$/.test(messages)) return { kind: 'app', digits: messages };
  return { kind: 'recovery', hash: hashOfRecoveryCode(messages.replaceAll('o', '0').replaceAll(/[il]/g, '1')) };
};

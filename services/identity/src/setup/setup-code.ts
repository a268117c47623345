import { timingSafeEqual } from 'node:crypto';
import { hashOfRecoveryCode, newRecoveryCode, readCharacters } from '../second-factor/typed-code.ts';

/** A new code as it is shown: 80 bits, in groups. */
export const newSetupCode = newRecoveryCode;

/** The stored hash of a code, however it was typed. */
export const hashOfSetupCode = (typed: string): string => hashOfRecoveryCode(readCharacters(typed));

/** In constant time. */
export const isSetupCode = (typed: string, codeHash: string): boolean =>
  timingSafeEqual(Buffer.from(hashOfSetupCode(typed), 'hex'), Buffer.from(codeHash, 'hex'));

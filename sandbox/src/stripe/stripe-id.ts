import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new random id with Stripe's prefix for the kind of object, as `cus_Q8hT0wXb2kYp1z`. */
export const stripeId = (prefix: string, length = 24): string => {
  return `${prefix}_${randomText(length)}`;
};

export const randomText = (length: number): string => {
  let text = '';
  while (text.length < length) {
    // 248 is the largest multiple of 62 in a byte: beyond it some characters would come up more often.
    for (const byte of randomBytes(length * 2))
      if (byte < 248 && text.length < length) text += ALPHABET.charAt(byte % 62);
  }
  return text;
};

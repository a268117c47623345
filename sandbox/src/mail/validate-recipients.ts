import { isObject, type Json } from './json-object.ts';
import { MailRefusal } from './mail-error.ts';

/**
 * Checks to, cc and bcc of one personalization and answers how many there are. `seen` holds the addresses of the request
 * so far, in small letters: each may come once. @throws MailRefusal
 */
export const assertRecipients = (personalization: Json, name: string, seen: Set<string>): number => {
  const { to } = personalization;
  if (!Array.isArray(to) || to.length === 0) {
    throw new MailRefusal(
      'The to array is required for all personalization objects, and must have at least one email object with a valid email address.',
      `${name}.to`,
    );
  }
  let count = 0;
  for (const kind of ['to', 'cc', 'bcc']) {
    const addresses = personalization[kind];
    if (addresses === undefined) continue;
    if (!Array.isArray(addresses)) throw new MailRefusal('Invalid type. Expected: array.', `${name}.${kind}`);
    for (const [index, address] of addresses.entries()) {
      const email = assertAddress(address, `${name}.${kind}.${index}`).toLowerCase();
      if (seen.has(email)) {
        throw new MailRefusal(
          `Each email address in the personalization block should be unique between to, cc, and bcc. We found the first duplicate instance of [${email}] in the ${name}.${kind} field.`,
          name,
        );
      }
      seen.add(email);
      count += 1;
    }
  }
  return count;
};

/** The address, if it is one. @throws MailRefusal */
export const assertAddress = (address: unknown, name: string): string => {
  if (!isObject(address) || typeof address.email !== 'string')
    throw new MailRefusal('The email address must be an object with an email property.', name);
  if (!isEmail(address.email)) throw new MailRefusal('Does not contain a valid address.', `${name}.email`);
  if (address.name !== undefined && (typeof address.name !== 'string' || /[\r\n]/.test(address.name)))
    throw new MailRefusal('The name must be a string without line breaks.', `${name}.name`);
  return address.email;
};

/** One @, at most 64 characters before it and 254 in all (RFC 5321), no blanks or brackets. */
const isEmail = (text: string): boolean => {
  if (text.length > 254) return false;
  const at = text.lastIndexOf('@');
  return at > 0 && at <= 64 && /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+\.[^\s@<>()[\],;:"\\.]+$/u.test(text);
};

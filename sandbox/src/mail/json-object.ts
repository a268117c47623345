import { MailRefusal } from './mail-error.ts';

export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json => {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
};

/** @throws MailRefusal for a field that SendGrid does not have */
export const assertKnown = (object: Json, known: ReadonlySet<string>, prefix: string): void => {
  for (const key of Object.keys(object))
    if (!known.has(key)) throw new MailRefusal(`Additional property ${key} is not allowed`, `${prefix}${key}`);
};

import * as z from 'zod/mini';
import { uuid } from './fields.ts';

/**
 * Whom a service is asked about: an account and, where its holder is known to read that mailbox, the account's address. What
 * is kept by address alone belongs to the reader of the mailbox, and anybody can register with a stranger's address.
 */
export const person = z.object({ userId: uuid(), verifiedEmail: z.nullable(z.string()) });
export type Person = z.output<typeof person>;

/**
 * What a service keeps of a person: sections of records. Instants are ISO 8601 in UTC, and names that end in `Cents` are whole
 * cents. Each service makes it from lists of what is handed out (`PersonTable`).
 */
export const personData = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));
export type PersonData = z.output<typeof personData>;

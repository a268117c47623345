import * as z from 'zod/mini';
import { uuid } from './fields.ts';

/**
 * The person of a request: an account and, where its holder has verified the mailbox, the account's email address. Data
 * kept by email address alone belongs to the reader of the mailbox, and anyone can register with a stranger's email
 * address.
 */
export const person = z.object({ userId: uuid(), verifiedEmail: z.nullable(z.string()) });
export type Person = z.output<typeof person>;

/**
 * A service's data about a person: sections of records. Instants are ISO 8601 in UTC, and names that end in `Cents` are
 * whole cents. Each service builds it from a list of exported columns (`PersonTable`).
 */
export const personData = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));
export type PersonData = z.output<typeof personData>;

import * as z from 'zod/mini';
import { uuid } from './fields.ts';

/** A mailbox without an account whose records go to another one: to an account's, or to another without. */
export const mergedPeople = z.object({
  /** The mailbox that has nothing afterwards. */
  oldEmail: z.string(),
  newEmail: z.string(),
  /** The account of `newEmail`; null where it has none. */
  userId: z.nullable(uuid()),
});
export type MergedPeople = z.output<typeof mergedPeople>;

/** Records of a person that a merge moves. */
export const mergedRecords = z.enum([
  'notes',
  'tags',
  'memberships',
  'payments',
  'payment_pages',
  'debate_club',
  'entries',
  'seats',
  'newsletter',
  'opt_outs',
  'messages',
  'emails',
]);
export type MergedRecords = z.output<typeof mergedRecords>;

/** The records that a part of the system would move, and the reasons that forbid it, each a sentence that says what staff can do first. */
export const mergePreview = z.object({
  moves: z.array(z.object({ what: mergedRecords, count: z.number() })),
  problems: z.array(z.string()),
});
export type MergePreview = z.output<typeof mergePreview>;

/** The records of which there are some. */
export const movesOf = (counts: Partial<Record<MergedRecords, number>>): MergePreview['moves'] =>
  mergedRecords.options.flatMap((what) => {
    const count = counts[what] ?? 0;
    return count === 0 ? [] : [{ what, count }];
  });

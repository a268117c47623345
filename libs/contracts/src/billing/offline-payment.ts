import * as z from 'zod/mini';
import { cents } from '../cents.ts';
import { instant, LINE_MAX, lineOrBlank, ONE_LINE, requiredLine, uuid } from '../fields.ts';
import { MAX_CENTS } from '../money.ts';

export const UNDO_REASON_MAX = 500;

/** How money came that the payment provider has nothing of. */
export const OFFLINE_METHODS = ['check', 'cash', 'bank_transfer'] as const;
export const offlineMethod = z.enum(OFFLINE_METHODS, { error: 'Choose how it was paid' });
export type OfflineMethod = z.output<typeof offlineMethod>;

/** The id of a record in the list of payments. */
export const offlinePaymentId = z
  .string()
  .check(z.regex(/^off_[0-9a-f]{32}$/, 'This is not the id of an offline payment'));

/** The registration that staff record a payment for. */
export const offlinePayable = z.object({
  product: z.enum(['bootcamps', 'tournaments']),
  registrationId: uuid(),
  userId: z.nullable(uuid()),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  title: z.string(),
  beginsAt: instant(),
  /** Cents that are to be paid for it. */
  amount: cents,
  /** Why no payment can be recorded for it now, in a sentence for staff; null where one can. */
  problem: z.nullable(z.string()),
});
export type OfflinePayable = z.output<typeof offlinePayable>;

const NO_AMOUNT = 'Enter the amount that was paid';
const optionalLine = () => lineOrBlank(LINE_MAX).check(z.regex(ONE_LINE, 'Write this in one line'));

/** The fields that staff enter of a payment that was made without the provider. */
export const offlinePaymentForm = {
  /** Chosen by the client: a repeated request with it records nothing more. */
  id: uuid(),
  method: offlineMethod,
  /** Cents. It may be another amount than the price. */
  amount: z.number({ error: NO_AMOUNT }).check(z.int(NO_AMOUNT), z.gte(1, NO_AMOUNT), z.lte(MAX_CENTS, NO_AMOUNT)),
  /** The number of the check, or the reference of the transfer; blank without one, as the note. */
  reference: optionalLine(),
  note: optionalLine(),
};

export const undoForm = z.strictObject({
  /** Chosen by the client: a repeated request with it undoes nothing more. */
  id: uuid(),
  reason: requiredLine('Write the reason', UNDO_REASON_MAX).check(z.regex(ONE_LINE, 'Write the reason in one line')),
});
export type UndoForm = z.output<typeof undoForm>;

/** Why staff correct a payment. */
export const correctionReason = undoForm.shape.reason;

/** An offline payment, or the record that undoes one, as it was recorded. A correction is both: one that undoes, and the right payment. */
export const offlineRecord = z.object({
  id: offlinePaymentId,
  /** Negative where it undoes the other. */
  amount: z.number().check(z.int()),
  method: offlineMethod,
  /** The beginning of the day on which it was received; or when it was undone. */
  receivedAt: instant(),
  reference: z.nullable(z.string()),
  /** The reason, where it undoes a payment. Both are missing after the person was erased. */
  note: z.nullable(z.string()),
  /** The administrator; null where registrations refused the payment, which undid it. */
  recordedBy: z.nullable(uuid()),
  recordedAt: instant(),
});

/** As staff see it: with the administrator's name, null where it is not known. */
export const shownOfflineRecord = z.extend(z.omit(offlineRecord, { recordedBy: true }), {
  recordedBy: z.nullable(z.string()),
  /** Whether the system recorded it, because the place was no longer there. */
  isAutomatic: z.boolean(),
});
export type ShownOfflineRecord = z.output<typeof shownOfflineRecord>;

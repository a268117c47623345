import './zod-without-eval.ts';
import { fieldErrors, type FieldErrors } from '@lectern/contracts/errors';
import { isPrompt } from '@lectern/contracts/prompts';
import type { RouteContract } from '@lectern/contracts/route';
import type * as z from 'zod/mini';
import type { ToastMessage } from './toast-store.ts';

/** The contract's message about a value; none when it is valid. */
export const messageOn = (schema: z.ZodMiniType, value: unknown): string | undefined =>
  schema.safeParse(value).error?.issues[0]?.message;

/** The first error of a form, which a toast shows. */
export interface Complaint {
  /** The field to correct first. */
  readonly field: string;
  /** The error under each invalid field. It names that field. */
  readonly fields: FieldErrors;
  readonly toast: ToastMessage;
}

/**
 * Checks a form with the schema of its request: the required fields that are empty, else the first invalid field. `titles` has the
 * title of a field's toast, which the contract lacks; null when the form is valid.
 */
export const complaintAbout = (
  { body, missingMessage }: Pick<RouteContract, 'body' | 'missingMessage'>,
  form: unknown,
  titles: Readonly<Record<string, string>>,
  otherTitle: string,
): Complaint | null => {
  const error = body?.safeParse(form).error;
  if (error === undefined) return null;
  const broken = Object.entries(fieldErrors(error));
  const complain = (shown: typeof broken, title: string, description: string | undefined): Complaint => ({
    field: shown[0]![0],
    fields: Object.fromEntries(shown),
    toast: { title, description, variant: 'destructive' },
  });
  const empty = broken.filter(([, message]) => isPrompt(message));
  if (empty.length > 0) return complain(empty, 'Missing information', missingMessage);
  const [field, message] = broken[0]!;
  const isTooLong = error.issues[0]!.code === 'too_big';
  return complain([[field, message]], (isTooLong ? undefined : titles[field]) ?? otherTitle, message);
};

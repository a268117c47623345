import './zod-without-eval.ts';
import { fieldErrors } from '@lectern/contracts/errors';
import type { FieldErrors, FieldValues, Path, Resolver, UseFormSetError } from 'react-hook-form';
import type * as z from 'zod/mini';
import { ApiError } from './api-error.ts';

/**
 * Validates a form with the schema that the gateway validates the request with, so messages are written once. Shows the first
 * message of every broken field.
 */
export const contractResolver =
  <Input extends FieldValues, Output extends FieldValues>(
    schema: z.ZodMiniType<Output, Input>,
  ): Resolver<Input, unknown, Output> =>
  (values) => {
    const parsed = schema.safeParse(values);
    if (parsed.success) return { values: parsed.data, errors: {} };
    const errors = Object.fromEntries(
      Object.entries(fieldErrors(parsed.error)).map(([name, message]) => [name, { type: 'contract', message }]),
    );
    return { values: {}, errors: errors as FieldErrors<Input> };
  };

/** Shows the server's field errors at their fields. Answers whether there were any. */
export const showFieldErrors = <T extends FieldValues>(
  error: unknown,
  names: readonly Path<T>[],
  setError: UseFormSetError<T>,
): boolean => {
  if (!(error instanceof ApiError)) return false;
  const broken = names.filter((name) => error.fields[name] !== undefined);
  broken.forEach((name, index) =>
    setError(name, { type: 'server', message: error.fields[name] ?? '' }, { shouldFocus: index === 0 }),
  );
  return broken.length > 0;
};

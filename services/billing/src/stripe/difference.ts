/*
 * How our records differ from the provider's. Pure.
 */

/** One field of one thing that the provider keeps as well. */
export interface Difference {
  /** `subscription sub_…`, `payment in_…`, `purchase pi_…` */
  readonly subject: string;
  readonly field: string;
  /** `null` when we did not know of the subject. */
  readonly local: string | null;
  readonly remote: string | null;
}

const toText = (value: unknown): string | null =>
  value === null || value === undefined
    ? null
    : value instanceof Date
      ? value.toISOString()
      : `${value as string | number | boolean}`;

/** The fields in which our record differs from the provider's; a single difference for a record that we did not have. */
export const differencesOf = <T extends object, F extends keyof T & string>(
  subject: string,
  local: T | undefined,
  remote: T,
  fields: readonly F[],
  headline: F,
): Difference[] => {
  if (local === undefined) return [{ subject, field: headline, local: null, remote: toText(remote[headline]) }];
  return fields.flatMap((field) => {
    const [a, b] = [toText(local[field]), toText(remote[field])];
    return a === b ? [] : [{ subject, field, local: a, remote: b }];
  });
};

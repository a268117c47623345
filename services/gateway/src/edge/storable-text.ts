import type { FieldErrors } from '@lectern/contracts/errors';

const MESSAGE = 'This contains characters that cannot be kept';

const HALF_A_PAIR = /\p{Surrogate}/u;

/**
 * Fields whose text the databases cannot store: with U+0000, or half of a surrogate pair. No person types them; they are refused
 * here so that they cannot fail in a service.
 */
export const unstorableFields = (value: unknown, path: readonly (string | number)[] = []): FieldErrors => {
  if (typeof value === 'string')
    return value.includes('\0') || HALF_A_PAIR.test(value) ? { [path.join('.')]: MESSAGE } : {};
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => Object.entries(unstorableFields(part, [...path, name]))),
  );
};

import { fieldMessage } from '@lectern/contracts/fields';
import type { FieldErrors } from '@lectern/contracts/errors';

const messageFor = fieldMessage(
  (field) => `${field} contains a character that we cannot store. Delete the text and type it again`,
);

const HALF_A_PAIR = /\p{Surrogate}/u;

/**
 * Fields whose text the databases cannot store: with U+0000, or half of a surrogate pair. No person types them; they are refused
 * here so that they cannot fail in a service.
 */
export const unstorableFields = (value: unknown, path: readonly (string | number)[] = []): FieldErrors => {
  if (typeof value === 'string')
    return value.includes('\0') || HALF_A_PAIR.test(value) ? { [path.join('.')]: messageFor({ path: [...path] }) } : {};
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) =>
      Object.entries(unstorableFields(part, [...path, Array.isArray(value) ? Number(name) : name])),
    ),
  );
};

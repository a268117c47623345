import * as z from 'zod/mini';
import { DomainError, type FieldErrors } from './errors.ts';

/*
 * Edits of what several administrators may have open at once. A thing counts its edits in `version`; an edit names the version that
 * it began from, and one that began from an older one than there is writes nothing.
 */

/** The version that an edit began from. */
export const version = () =>
  z
    .number({ error: 'Please reload the page' })
    .check(z.int('Please reload the page'), z.gte(1, 'Please reload the page'));

/** Stands beside each field that somebody else changed. */
export const CHANGED_MEANWHILE = 'Somebody else has changed this meanwhile.';

interface Conflict {
  /** What somebody else changed meanwhile, by the names of the edit's fields. */
  readonly changed: readonly string[];
  /** What people read for those names: "registration deadline". */
  readonly labels: Readonly<Record<string, string>>;
  /** The administrators' page that shows what there is now: "Events". */
  readonly page: string;
}

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

/**
 * The 409 of an edit that began from an older version. It says what somebody else changed meanwhile and where to read it; `fields`
 * has those fields by name, so that a form can show them. Nothing was written.
 */
export const versionConflict = ({ changed, labels, page }: Conflict): DomainError => {
  const what = changed.length === 0 ? 'this' : `the ${list.format(changed.map((field) => labels[field] ?? field))}`;
  return new DomainError('version_conflict', {
    message: `Somebody else changed ${what} meanwhile, so nothing was saved. Reload the page ${page} to see what there is now.`,
    fields: Object.fromEntries(changed.map((field) => [field, CHANGED_MEANWHILE])) satisfies FieldErrors,
  });
};

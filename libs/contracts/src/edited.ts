import * as z from 'zod/mini';
import { DomainError, type FieldErrors } from './errors.ts';

/*
 * Edits of records that several administrators may have open at the same time. A record counts its edits in `version`.
 * An edit names the version that it began from; an edit of an older version writes nothing.
 */

/** The version that an edit began from. */
export const version = () =>
  z
    .number({ error: 'Please reload the page' })
    .check(z.int('Please reload the page'), z.gte(1, 'Please reload the page'));

/** Shown beside each field that somebody else changed. */
export const CHANGED_MEANWHILE = 'Somebody else has changed this meanwhile.';

interface Conflict {
  /** The fields that somebody else changed meanwhile, by their names in the edit. */
  readonly changed: readonly string[];
  /** The labels of those names for people: "registration deadline". */
  readonly labels: Readonly<Record<string, string>>;
  /** The administrators' page that shows the current state: "Events". */
  readonly page: string;
}

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

/**
 * The 409 of an edit that began from an older version. The message names the fields that somebody else changed
 * meanwhile and where to read them; `fields` has them by name, so that a form can show them. Nothing was written.
 */
export const versionConflict = ({ changed, labels, page }: Conflict): DomainError => {
  const what = changed.length === 0 ? 'this' : `the ${list.format(changed.map((field) => labels[field] ?? field))}`;
  return new DomainError('version_conflict', {
    message: `Another administrator changed ${what} meanwhile, so nothing was saved. Reload the page ${page} to see the current version.`,
    fields: Object.fromEntries(changed.map((field) => [field, CHANGED_MEANWHILE])) satisfies FieldErrors,
  });
};

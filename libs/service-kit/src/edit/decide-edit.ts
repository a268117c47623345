import { isDeepStrictEqual } from 'node:util';
import { versionConflict } from '@lectern/contracts/edited';

/** By field, the version that changed it last. A missing field is unchanged since its creation. */
export type FieldVersions = Record<string, number>;

/** A record that several people may edit at the same time. */
export interface Versioned {
  /** From 1; each edit increments it. */
  version: number;
  fieldVersions: FieldVersions;
}

interface Edit<T extends Versioned, K extends keyof T & string> {
  /** The version that the edit began from. */
  readonly version: number;
  readonly wanted: Pick<T, K>;
  /** As {@link versionConflict} takes them; also for fields that other edits change. */
  readonly labels: Readonly<Record<NoInfer<K>, string>>;
  readonly page: string;
}

/** The fields of `wanted` that differ from the current ones. Instants and documents are compared by their contents. */
export const differencesOf = <T extends object, K extends keyof T & string>(current: T, wanted: Pick<T, K>): K[] =>
  (Object.keys(wanted) as K[]).filter((field) => !isDeepStrictEqual(current[field], wanted[field]));

/**
 * The writes of an edit: the fields that it changes, with the next version. Null where it changes nothing, also for an
 * edit that is sent a second time. Throws `version_conflict` where it began from another version than the current one.
 */
export const decideEdit = <T extends Versioned, K extends keyof T & string>(
  current: T,
  { version, wanted, labels, page }: Edit<T, K>,
): (Partial<Pick<T, K>> & Versioned) | null => {
  const differences = differencesOf<T, K>(current, wanted);
  if (differences.length === 0) return null;
  if (version !== current.version) {
    const changed = (Object.keys(labels) as K[]).filter((field) => (current.fieldVersions[field] ?? 1) > version);
    throw versionConflict({ changed, labels, page });
  }
  const next = current.version + 1;
  return {
    ...(Object.fromEntries(differences.map((field) => [field, wanted[field]])) as Partial<Pick<T, K>>),
    version: next,
    fieldVersions: { ...current.fieldVersions, ...Object.fromEntries(differences.map((field) => [field, next])) },
  };
};

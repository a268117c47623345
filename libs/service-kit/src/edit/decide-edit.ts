import { versionConflict } from '@lectern/contracts/edited';

/** By the name of a field, the version that changed it last. A field that is not named is as it was made. */
export type FieldVersions = Record<string, number>;

/** What can be edited by several people at once. */
export interface Versioned {
  /** From 1 on; each edit counts one up. */
  version: number;
  fieldVersions: FieldVersions;
}

interface Edit<T extends Versioned, K extends keyof T & string> {
  /** That it began from. */
  readonly version: number;
  readonly wanted: Pick<T, K>;
  /** As {@link versionConflict} wants them; also of what is changed in other ways than this edit. */
  readonly labels: Readonly<Record<NoInfer<K>, string>>;
  readonly page: string;
}

const isSame = (one: unknown, other: unknown): boolean =>
  one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;

/** The fields of `wanted` that differ from what there is. Instants are compared by their time, anything else by `===`. */
export const differencesOf = <T extends object, K extends keyof T & string>(current: T, wanted: Pick<T, K>): K[] =>
  (Object.keys(wanted) as K[]).filter((field) => !isSame(current[field], wanted[field]));

/**
 * What an edit writes: the fields that it changes, with the next version. Null where it changes nothing, which is also what an edit
 * finds that is sent a second time. Throws `version_conflict` when it began from another version than there is.
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

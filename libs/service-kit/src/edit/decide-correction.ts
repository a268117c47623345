import { versionConflict } from '@lectern/contracts/edited';

/** The change of one field, as it is recorded. */
export interface FieldChange {
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

interface Correction<K extends string> {
  readonly current: Readonly<Record<NoInfer<K>, string | null>>;
  /** The values that the form showed. */
  readonly seen: Readonly<Record<NoInfer<K>, string | null>>;
  readonly wanted: Readonly<Record<NoInfer<K>, string | null>>;
  /** As {@link versionConflict} takes them. */
  readonly labels: Readonly<Record<K, string>>;
  readonly page: string;
}

/**
 * The changes of an edit that names the values from which it began, for records that count no versions. None where nothing differs,
 * also for an edit that is sent a second time. A field that the edit leaves as it was `seen` keeps its current value. Throws
 * `version_conflict` where somebody else changed a field that the edit changes too.
 */
export const decideCorrection = <K extends string>({
  current,
  seen,
  wanted,
  labels,
  page,
}: Correction<K>): FieldChange[] => {
  const edited = (Object.keys(labels) as K[]).filter(
    (field) => wanted[field] !== seen[field] && wanted[field] !== current[field],
  );
  const changed = edited.filter((field) => current[field] !== seen[field]);
  if (changed.length > 0) throw versionConflict({ changed, labels, page });
  return edited.map((field) => ({ field, from: current[field], to: wanted[field] }));
};

import { ApiError } from '../../lib/api-error.ts';

/** What somebody else saved while a form was open. */
export interface Conflict<T> {
  /** The fields that they changed. */
  readonly changed: readonly string[];
  /** What there is now. */
  readonly current: T;
}

export type EditOutcome<T, Saved> = { readonly saved: Saved } | { readonly conflict: Conflict<T> };

/** Saves an edit, or learns what somebody else saved meanwhile. Any other failure is thrown. */
export const saveOrLearn = async <T, Saved>(
  save: () => Promise<Saved>,
  learn: () => Promise<T>,
): Promise<EditOutcome<T, Saved>> => {
  try {
    return { saved: await save() };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'version_conflict') throw error;
    return { conflict: { changed: Object.keys(error.fields), current: await learn() } };
  }
};

import { ApiError } from '../../lib/api-error.ts';

/** A version that another administrator saved while a form was open. */
export interface Conflict<T> {
  /** The fields that they changed. */
  readonly changed: readonly string[];
  /** The version on the server. */
  readonly current: T;
}

export type EditOutcome<T, Saved> = { readonly saved: Saved } | { readonly conflict: Conflict<T> };

/** Saves an edit. On a version conflict it saves nothing and returns the current version; it throws any other error. */
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

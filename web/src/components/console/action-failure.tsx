import { ApiError, messageOr } from '../../lib/api-error.ts';
import { Notice } from '../ui/states.tsx';

/**
 * The error of a dialog's action, inside the dialog, which stays open. Errors of fields are at the fields instead. The toast of the
 * same error announces it.
 */
export const ActionFailure = ({ error, fallback }: { error: Error | null; fallback?: string }) =>
  error !== null &&
  !(error instanceof ApiError && Object.keys(error.fields).length > 0) && (
    <Notice tone="stop">
      <p>{messageOr(error, fallback ?? error.message)}</p>
    </Notice>
  );

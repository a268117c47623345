import { useContext } from 'react';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/states.tsx';
import { FormDialogContext } from './form-dialog-context.ts';
import { LeaveGuard } from './leave-guard.tsx';
import type { Kept } from './use-kept-form.ts';

/**
 * At the beginning of a form that loses nothing: explains values from an earlier visit, and outside of dialogs, which ask by themselves,
 * asks before a link leaves unsaved values.
 */
export const KeptFormNotice = ({ kept }: { kept: Pick<Kept<unknown>, 'isDirty' | 'isRestored' | 'discard'> }) => {
  const isInDialog = useContext(FormDialogContext) !== null;
  return (
    <>
      {!isInDialog && <LeaveGuard isActive={kept.isDirty} />}
      {kept.isRestored && kept.isDirty && (
        <Notice tone="wait" role="status">
          <p>
            You typed this before and did not save it. This browser kept it.{' '}
            <Button size="small" onClick={kept.discard}>
              Discard it
            </Button>
          </p>
        </Notice>
      )}
    </>
  );
};

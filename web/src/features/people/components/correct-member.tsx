import type { KnownPerson } from '@lectern/contracts/system/people-http';
import { useState } from 'react';
import { FormDialog } from '../../../components/console/form-dialog.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { accountTarget } from '../api/correct.ts';
import { CorrectionForm } from './correction-form.tsx';

/** The button and the form with which staff correct a member's name and division. */
export const CorrectMember = ({ account }: { account: NonNullable<KnownPerson['account']> }) => {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const title = `Correct ${account.firstName} ${account.lastName}`;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Correct Details
      </Button>
      <FormDialog open={isOpen} onClose={close} title={title}>
        <CorrectionForm
          label={title}
          target={accountTarget(account)}
          fields={['firstName', 'lastName', 'division']}
          onDone={close}
        >
          <p>
            Debate Club, registrations for events that are not over, and Stripe follow where they have the same name and
            email, also what was entered without logging in. Registrations in another name stay as they are.
          </p>
        </CorrectionForm>
      </FormDialog>
    </>
  );
};

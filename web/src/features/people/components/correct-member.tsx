import type { KnownPerson } from '@lectern/contracts/system/people-http';
import { useState } from 'react';
import { FormDialog } from '../../../components/console/form-dialog.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { accountTarget } from '../api/correct.ts';
import type { Renamed } from '../renamed.ts';
import { CorrectionForm } from './correction-form.tsx';

interface Props {
  account: NonNullable<KnownPerson['account']>;
  /** With the name that the account had. */
  onRenamed: (renamed: Renamed) => void;
}

/** The button and the form with which staff correct a member's name and division. */
export const CorrectMember = ({ account, onRenamed }: Props) => {
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
          onSaved={({ firstName, lastName }) => onRenamed({ firstName, lastName, at: Date.now() })}
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

import { memberViewForm, type KnownPerson } from '@lectern/contracts/system/people-http';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import { FormDialog } from '../../../components/console/form-dialog.tsx';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { pathTo } from '../../../config/paths.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { beginMemberView } from '../../../lib/member-view.ts';
import { beginView } from '../api/switch-member.ts';
import styles from './person.module.css';

type Account = NonNullable<KnownPerson['account']>;

const ViewForm = ({ account, name, onCancel }: { account: Account; name: string; onCancel: () => void }) => {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: contractResolver(memberViewForm),
    defaultValues: { reason: '' },
  });
  const { start, isPending, error } = useAdminWrite({
    run: beginView,
    onSuccess: ({ token, name }) => {
      beginMemberView({ token, name, from: adminSectionPath('people', { email: account.email }) });
      // Everything that this tab has loaded is the administrator's.
      window.location.assign(pathTo('dashboard'));
    },
    onError: (error) => void showFieldErrors(error, ['reason'], setError),
  });
  return (
    <Stack
      as="form"
      gap={4}
      className={styles['switch']}
      noValidate
      aria-label={`View as ${name}`}
      onSubmit={(event) => void handleSubmit((body) => start({ userId: account.userId, body }))(event)}
    >
      <p>
        This tab shows the dashboard, resources and subscription of {name} as they see them, for 15 minutes. Nothing can
        be changed, and links that open without a login are left out. {name} gets no email about it. The view is
        recorded, and it is in the data that {name} can download.
      </p>
      <TextField
        label="Reason (optional, kept in the activity log)"
        autoComplete="off"
        error={formState.errors.reason?.message}
        data-begins=""
        {...register('reason')}
      />
      <ActionFailure error={error} fallback="The view was not opened. Please try again." />
      <Actions>
        <Button onClick={onCancel} disabled={isPending}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={isPending} busyLabel="Opening...">
          View as Member
        </Button>
      </Actions>
    </Stack>
  );
};

/** The button that shows the site as a member sees it, and its dialog. */
export const ViewAsMember = ({ account }: { account: Account }) => {
  const [isAsking, setAsking] = useState(false);
  const name = `${account.firstName} ${account.lastName}`;
  const close = () => setAsking(false);
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        View as Member
      </Button>
      <FormDialog open={isAsking} onClose={close} title={`View as ${name}`}>
        <ViewForm account={account} name={name} onCancel={close} />
      </FormDialog>
    </>
  );
};

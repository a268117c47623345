import type { Administrator, StaffPolicy } from '@lectern/contracts/identity/administrator';
import { staffPolicyForm } from '@lectern/contracts/identity/administrator-http';
import { ROLE_WORDS, SECOND_FACTOR_ROLES } from '@lectern/contracts/identity/permission';
import { STAFF_ROLES, type StaffRole } from '@lectern/contracts/identity/staff-role';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { DescribedChoice } from '../../../components/console/described-choice.tsx';
import { useAdmin, useMay } from '../../../components/console/use-admin.ts';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ErrorState, Notice } from '../../../components/ui/states.tsx';
import { hasStatus, messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast-store.ts';
import { changeStaffPolicy, staffPolicyQuery } from '../api/administrators.ts';
import { PasswordDialog } from './password-dialog.tsx';
import styles from './security.module.css';

const listed = new Intl.ListFormat('en-US');
const namesOf = (roles: readonly StaffRole[]): string =>
  listed.format(roles.map((role) => `${ROLE_WORDS[role].name.toLowerCase()}s`));

const PolicyForm = ({
  policy,
  staff,
  onDone,
}: {
  policy: StaffPolicy;
  staff: readonly Administrator[];
  onDone: () => void;
}) => {
  const client = useQueryClient();
  const { id: ownId } = useAdmin();
  const { register, handleSubmit, setError, control, formState } = useForm({
    resolver: contractResolver(staffPolicyForm),
    defaultValues: {
      secondFactorRoles: [...(policy.secondFactorRoles.length === 0 ? SECOND_FACTOR_ROLES : policy.secondFactorRoles)],
      version: policy.version,
      currentPassword: '',
    },
  });
  const { start, isPending, error } = useAdminWrite({
    run: changeStaffPolicy,
    onSuccess: ({ message }) => {
      toast({ title: 'Saved', description: message });
      onDone();
    },
    onError: (error) => {
      if (showFieldErrors(error, ['currentPassword'], setError)) return;
      toast({
        title: 'Nothing has changed',
        description: messageOr(error, 'Please try again.'),
        variant: 'destructive',
      });
      if (hasStatus(error, 409)) {
        void client.invalidateQueries({ queryKey: staffPolicyQuery.queryKey });
        onDone();
      }
    },
  });
  const chosen = useWatch({ control, name: 'secondFactorRoles' });
  const lacking = staff.filter(
    ({ role, isActive, hasSecondFactor }) => isActive && !hasSecondFactor && chosen.includes(role),
  );
  return (
    <PasswordDialog
      title="Require a second factor"
      submit="Save"
      busyLabel="Saving..."
      isPending={isPending}
      error={error}
      onSubmit={handleSubmit((typed) => start(typed))}
      onClose={onDone}
      password={register('currentPassword')}
      passwordError={formState.errors.currentPassword?.message}
    >
      <DescribedChoice
        type="checkbox"
        legend="Roles that require it"
        choices={STAFF_ROLES.map((role) => ({ value: role, name: ROLE_WORDS[role].name }))}
        {...register('secondFactorRoles')}
      />
      {lacking.length > 0 && (
        <Notice tone="wait" role="status">
          <p>
            {lacking.length === 1
              ? `${lacking[0]!.name} has none and must`
              : `${listed.format(lacking.map(({ name }) => name))} have none and must`}{' '}
            set it up before doing anything else.
            {lacking.some(({ id }) => id === ownId) &&
              ' This includes you: have your phone with an authenticator app at hand.'}
          </p>
        </Notice>
      )}
    </PasswordDialog>
  );
};

/** The roles that require a second factor, and how many staff lack it. Owners change it. */
export const SecondFactorPolicy = ({ staff }: { staff: readonly Administrator[] }) => {
  const { data, isPending, isError, isFetching, refetch } = useQuery(staffPolicyQuery);
  const [isChanging, setChanging] = useState(false);
  const mayChange = useMay()('staff:write');
  const lacking = staff.filter(({ isActive, hasSecondFactor }) => isActive && !hasSecondFactor).length;
  return (
    <Stack as="section" gap={3} aria-labelledby="second-factor-policy">
      <h2 id="second-factor-policy" className={styles['part']}>
        Second factor
      </h2>
      {isPending ? (
        <Skeleton lines={2} label="Loading the rule" />
      ) : isError ? (
        <ErrorState title="The rule could not be loaded" onRetry={() => void refetch()} retrying={isFetching} />
      ) : data.secondFactorRoles.length === 0 ? (
        <Notice tone="wait">
          <p>
            No role requires a second factor.{' '}
            {lacking === 0
              ? 'Everyone has one all the same.'
              : `${lacking === 1 ? 'One administrator logs' : `${lacking} administrators log`} in with a password alone: a person who learns it can do everything that the role allows.`}
          </p>
        </Notice>
      ) : (
        <p>Required of {namesOf(data.secondFactorRoles)}. Without it, a login reaches only the page that sets it up.</p>
      )}
      {mayChange && data !== undefined && (
        <Actions>
          <Button size="small" onClick={() => setChanging(true)}>
            {data.secondFactorRoles.length === 0 ? 'Require a second factor' : 'Change the roles'}
          </Button>
        </Actions>
      )}
      {isChanging && data !== undefined && <PolicyForm policy={data} staff={staff} onDone={() => setChanging(false)} />}
    </Stack>
  );
};

import { updateProfileForm } from '@lectern/contracts/identity/http';
import { useForm, useWatch } from 'react-hook-form';
import { DIVISIONS } from '../../../components/profile/division-segments.ts';
import { emailToSend, isOtherEmail } from '../../../components/profile/saved-changes.ts';
import type { Profile } from '../../../components/profile/update-profile.ts';
import { useSaveProfile } from '../../../components/profile/use-save-profile.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { Pair, Stack } from '../../../components/ui/layout.tsx';
import { PasswordField } from '../../../components/ui/password-field.tsx';
import { SegmentedField } from '../../../components/ui/segmented-field.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { useMember } from '../../../lib/member-context.ts';
import { UnverifiedEmail } from './unverified-email.tsx';

const FIELDS = ['firstName', 'lastName', 'email', 'currentPassword', 'division'] as const;

/** The email that the account changes to once the member confirms it, and the way to keep the present one. */
const PendingEmail = ({ pendingEmail, onKept }: { pendingEmail: string; onKept: () => void }) => {
  const { user } = useMember();
  const { mutate, isPending } = useSaveProfile();
  const keep = () =>
    mutate({ firstName: user.firstName, lastName: user.lastName, email: user.email }, { onSuccess: onKept });
  return (
    <Notice tone="wait" role="status">
      <p className="breakable">
        <strong>Waiting for you to confirm {pendingEmail}.</strong> Open the link in the email that we sent there. It
        works for a day. Until then you log in with {user.email}, and our emails go to it. No email, or an expired link?
        Enter the new email and your password again, and we send another.
      </p>
      <p>
        <Button size="small" onClick={keep} busy={isPending} busyLabel="Saving...">
          Keep my old email
        </Button>
      </p>
    </Notice>
  );
};

/** The member's names, email and division. Another email needs the current password. */
export const ProfileForm = () => {
  const { user } = useMember();
  const { register, handleSubmit, setError, setValue, resetField, control, formState } = useForm({
    resolver: contractResolver(updateProfileForm),
    defaultValues: {
      firstName: user.firstName,
      lastName: user.lastName,
      email: user.email,
      division: user.division,
      currentPassword: '',
    },
  });
  const needsPassword = isOtherEmail(user, useWatch({ control, name: 'email' }) ?? '');
  const { errors, dirtyFields } = formState;
  const { mutate, isPending } = useSaveProfile((error) => showFieldErrors(error, FIELDS, setError));

  const save = ({ division, currentPassword, email, ...names }: Profile) => {
    // A member who changes only a name has not chosen the default division.
    const isChosen = user.hasChosenDivision || dirtyFields.division === true;
    mutate(
      {
        ...names,
        ...emailToSend(user, email),
        ...(needsPassword && currentPassword !== undefined ? { currentPassword } : {}),
        ...(isChosen && division !== undefined ? { division } : {}),
      },
      {
        onSuccess: () => {
          resetField('currentPassword');
          if (needsPassword) setValue('email', user.email);
        },
      },
    );
  };

  return (
    <Card title="Profile" side="aff">
      <Stack as={Form} gap={5} aria-label="Profile" onSubmit={(event) => void handleSubmit(save)(event)}>
        <Pair>
          <TextField
            label="First name"
            autoComplete="given-name"
            error={errors.firstName?.message}
            {...register('firstName')}
          />
          <TextField
            label="Last name"
            autoComplete="family-name"
            error={errors.lastName?.message}
            {...register('lastName')}
          />
        </Pair>
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          hint="We send a confirmation link to a new address. Your email changes when you open it."
          error={errors.email?.message}
          {...register('email')}
        />
        {needsPassword && (
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            hint={errors.currentPassword === undefined ? 'You need it to change your email.' : undefined}
            error={errors.currentPassword?.message}
            {...register('currentPassword', { shouldUnregister: true })}
          />
        )}
        {user.pendingEmail !== null && (
          <PendingEmail pendingEmail={user.pendingEmail} onKept={() => setValue('email', user.email)} />
        )}
        <UnverifiedEmail />
        <SegmentedField
          label="Division"
          segments={DIVISIONS}
          error={errors.division?.message}
          {...register('division')}
        />
        <div>
          <Button type="submit" variant="primary" busy={isPending} busyLabel="Saving...">
            Save Changes
          </Button>
        </div>
      </Stack>
    </Card>
  );
};

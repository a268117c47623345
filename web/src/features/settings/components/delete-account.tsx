import { deleteAccountForm } from '@lectern/contracts/identity/http';
import { formatCents } from '@lectern/contracts/money';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { creditQuery } from '../../../components/subscription/get-credit.ts';
import { subscriptionQuery } from '../../../components/subscription/get-subscription.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Consequences, Kept, Lost } from '../../../components/ui/consequences.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { PasswordField } from '../../../components/ui/password-field.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { pathTo } from '../../../config/paths.ts';
import { messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { useMember } from '../../../lib/member-context.ts';
import { memberSession } from '../../../lib/member-session.ts';
import { toast } from '../../../lib/toast-store.ts';
import { endAccount } from '../api/delete-account.ts';
import { endOfMembership } from '../what-ends.ts';

/** The effect on an active membership, with the option to cancel instead where there is one. */
const Membership = () => {
  const { data, isPending, isError } = useQuery(subscriptionQuery);
  if (isPending) return <Skeleton lines={2} label="Loading your subscription" />;
  if (isError)
    return <p>If a membership is running, it ends immediately and without a refund, and nothing is charged again.</p>;
  const end = endOfMembership(data);
  if (end === null) return null;
  return (
    <Notice tone="wait">
      <p>{end.text}</p>
      {end.canCancel && (
        <p>
          <LinkButton to={pathTo('accountSubscription')} size="small">
            Cancel Subscription instead
          </LinkButton>
        </p>
      )}
    </Notice>
  );
};

const WhatEnds = ({ isEmailVerified }: { isEmailVerified: boolean }) => {
  const { data: credit } = useQuery(creditQuery);
  return (
    <>
      <Membership />
      <Consequences>
        <Lost>Your account and what we keep with it are erased, immediately and for good.</Lost>
        <Lost>Your tournament entries and bootcamp seats that are still ahead are cancelled, without a refund.</Lost>
        <Lost>
          Your referral code ends
          {credit !== undefined && credit.balance > 0
            ? `, and your ${formatCents(credit.balance)} of credit are lost.`
            : ', and credit that was not used yet is lost.'}
        </Lost>
        <Kept>
          Paid entries and seats stay if somebody registered with your email address in another name, without logging
          in.
        </Kept>
        <Kept>Amounts that were paid stay in our records without your name, as the law asks.</Kept>
        {!isEmailVerified && (
          <Kept>
            Data kept under your address alone, such as the newsletter, stays: it is erased too once you have confirmed
            your email in your profile.
          </Kept>
        )}
      </Consequences>
    </>
  );
};

/** Says what is lost, asks for the password, and deletes the account. */
export const DeleteAccount = () => {
  const { user } = useMember();
  const formId = useId();
  const [isAsking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: contractResolver(deleteAccountForm),
    defaultValues: { currentPassword: '' },
  });
  const { mutate, isPending } = useMutation({
    mutationFn: endAccount,
    onSuccess: ({ message }) => {
      toast({ title: 'Account deleted', description: message });
      memberSession.end('logged-out');
    },
    onError: (error) => {
      const message = messageOr(error, 'Unable to delete your account. Please try again.');
      setRefusal(showFieldErrors(error, ['currentPassword'], setError) ? null : message);
    },
  });
  const close = () => {
    if (isPending) return;
    setAsking(false);
    setRefusal(null);
    reset();
  };
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Delete my account
      </Button>
      <Dialog
        open={isAsking}
        onClose={close}
        title="Delete your account?"
        footer={
          <>
            <Button onClick={close} disabled={isPending}>
              Keep my account
            </Button>
            <Button type="submit" form={formId} variant="danger" busy={isPending} busyLabel="Deleting...">
              Delete my account
            </Button>
          </>
        }
      >
        <WhatEnds isEmailVerified={user.isEmailVerified} />
        <Form
          id={formId}
          aria-label="Delete account"
          onSubmit={(event) => void handleSubmit((form) => mutate(form))(event)}
        >
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            error={formState.errors.currentPassword?.message}
            {...register('currentPassword')}
          />
        </Form>
        {refusal !== null && (
          <Notice tone="stop" role="alert">
            <p>{refusal}</p>
          </Notice>
        )}
      </Dialog>
    </>
  );
};

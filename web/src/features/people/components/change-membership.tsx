import { type MembershipAction, membershipActionForm } from '@lectern/contracts/billing/membership-action';
import type { KnownPerson } from '@lectern/contracts/system/people-http';
import { addDays, dateIn, instantIn } from '@lectern/contracts/zoned-time';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import { FormDialog } from '../../../components/console/form-dialog.tsx';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Consequences, Kept, Lost } from '../../../components/ui/consequences.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { hasStatus, messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { pageAssociation } from '../../../lib/page-association.ts';
import { toast } from '../../../lib/toast-store.ts';
import { change, effectsQuery } from '../api/change-membership.ts';
import { type ActionChoice, choicesOf, type Membership, membershipEffects } from '../membership-effects.ts';

interface Props {
  account: NonNullable<KnownPerson['account']>;
  choices: readonly ActionChoice[];
}

const NOT_CHANGED = 'The membership was not changed.';

/** The day a month after the charge that an extension would move. */
const monthLater = ({ action }: ActionChoice, timeZone: string): string =>
  action.kind === 'extend' ? addDays(dateIn(timeZone, new Date(action.until)), 30) : dateIn(timeZone, new Date());

const reasonForm = z.strictObject({ reason: membershipActionForm.reason });

const ChangeMembershipForm = ({ account, choices, onDone }: Props & { onDone: () => void }) => {
  const { userId } = account;
  // Attempts at the same effects have one id, so that the action is done once.
  const [attempt, setAttempt] = useState<{ id: string; number: number }>(() => ({
    id: crypto.randomUUID(),
    number: 0,
  }));
  const [chosen, setChosen] = useState(choices[0]!);
  const { timeZone } = pageAssociation();
  const [day, setDay] = useState(() => monthLater(chosen, timeZone));
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day);
  // At noon, so that everyone reads the day that was chosen.
  const action: MembershipAction =
    chosen.action.kind === 'extend' && isDay
      ? { kind: 'extend', until: instantIn(timeZone, day, '12:00').toISOString() }
      : chosen.action;
  const effects = useQuery(effectsQuery(userId, action, attempt.number));
  const again = () => setAttempt(({ number }) => ({ id: crypto.randomUUID(), number: number + 1 }));
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: contractResolver(reasonForm),
    defaultValues: { reason: '' },
  });
  const { start, isPending, error } = useAdminWrite({
    run: change,
    onSuccess: ({ message }) => {
      toast({ title: 'Membership changed', description: message });
      onDone();
    },
    onError: (error) => {
      showFieldErrors(error, ['reason'], setError);
      // Refused: the next attempt begins from the effects as they are now.
      if (hasStatus(error, 409)) again();
      toast({ title: 'Not changed', description: messageOr(error, NOT_CHANGED), variant: 'destructive' });
    },
  });
  const known = effects.isError ? undefined : effects.data;
  const words = known === undefined ? null : membershipEffects(action, known);
  return (
    <Stack
      as="form"
      gap={4}
      noValidate
      aria-label="Change the membership"
      onSubmit={(event) =>
        void handleSubmit(({ reason }) => {
          if (known !== undefined) start({ userId, body: { id: attempt.id, action, reason, effects: known } });
        })(event)
      }
    >
      <SelectField
        label="Action"
        options={choices}
        value={chosen.value}
        disabled={isPending}
        onChange={({ target }) => {
          const next = choices.find(({ value }) => value === target.value) ?? chosen;
          setChosen(next);
          setDay(monthLater(next, timeZone));
          again();
        }}
      />
      {action.kind === 'extend' && (
        <TextField
          label="Next charge on"
          type="date"
          value={day}
          disabled={isPending}
          onChange={({ target }) => {
            setDay(target.value);
            again();
          }}
        />
      )}
      <div aria-live="polite" aria-busy={effects.isPending}>
        {effects.isPending && <Skeleton lines={4} label="Loading the effects" />}
        {effects.isError && (
          <Notice tone="stop">
            <p>{messageOr(effects.error, 'The effects could not be loaded. Nothing was changed.')}</p>
            <Button
              size="small"
              busy={effects.isFetching}
              busyLabel="Trying again..."
              onClick={() => void effects.refetch()}
            >
              Try again
            </Button>
          </Notice>
        )}
        {words !== null && (
          <Consequences>
            {words.lost.map((each) => (
              <Lost key={each}>{each}</Lost>
            ))}
            {words.kept.map((each) => (
              <Kept key={each}>{each}</Kept>
            ))}
          </Consequences>
        )}
      </div>
      <TextField
        label="Reason"
        autoComplete="off"
        hint="For staff: it stays on the timeline."
        error={formState.errors.reason?.message}
        {...register('reason')}
      />
      <ActionFailure error={error} fallback={NOT_CHANGED} />
      <Actions end>
        <Button onClick={onDone} disabled={isPending}>
          Close
        </Button>
        <Button
          type="submit"
          variant={action.kind === 'cancel' || action.kind === 'cancel_now' ? 'danger' : 'primary'}
          disabled={known === undefined || !isDay}
          busy={isPending}
          busyLabel="Changing..."
        >
          {chosen.label}
        </Button>
      </Actions>
    </Stack>
  );
};

/** The button that changes a membership, and its dialog; nothing for one that has ended. */
export const ChangeMembership = ({ account, membership }: Pick<Props, 'account'> & { membership: Membership }) => {
  const [isOpen, setOpen] = useState(false);
  const choices = choicesOf(membership);
  const close = () => setOpen(false);
  if (choices.length === 0 && !isOpen) return null;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Manage Membership
      </Button>
      <FormDialog open={isOpen} onClose={close} title={`Membership of ${account.firstName} ${account.lastName}`}>
        {isOpen && choices.length > 0 && <ChangeMembershipForm account={account} choices={choices} onDone={close} />}
      </FormDialog>
    </>
  );
};

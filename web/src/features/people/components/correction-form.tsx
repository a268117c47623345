import { registrationDetails } from '@lectern/contracts/system/people-http';
import { type ReactNode, useState } from 'react';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import { EditConflict } from '../../../components/console/edit-conflict.tsx';
import type { Conflict } from '../../../components/console/edit-outcome.ts';
import { KeptFormNotice } from '../../../components/console/kept-form-notice.tsx';
import { PersonLink } from '../../../components/console/person-link.tsx';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { useKeptForm } from '../../../components/console/use-kept-form.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Actions, Pair, Stack } from '../../../components/ui/layout.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { humanize } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast-store.ts';
import type { Correctable, Target } from '../api/correct.ts';

export type CorrectableField = keyof Correctable;

const LABELS = {
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  division: 'Division',
  email: 'Email',
} as const;

const DIVISIONS = [
  { value: 'development', label: 'Development' },
  { value: 'professional', label: 'Professional' },
] as const;

const shown = (field: CorrectableField, value: string | undefined): string =>
  value === undefined || value === '' ? '(empty)' : field === 'division' ? humanize(value) : value;

interface Props {
  label: string;
  target: Target;
  /** The fields that can be corrected here. The others stay as they are. */
  fields: readonly CorrectableField[];
  /** A sentence about the effects. */
  children: ReactNode;
  /** With the values that the edit began from. */
  onSaved?: (from: Correctable) => void;
  onDone: () => void;
}

/** Corrects what was mistyped. Where somebody else did so meanwhile, both versions are shown, and nothing is overwritten unseen. */
export const CorrectionForm = ({ label, target, fields, children, onSaved, onDone }: Props) => {
  const [conflict, setConflict] = useState<Conflict<Correctable> | null>(null);
  const { register, handleSubmit, setError, setValue, getValues, formState, kept } = useKeptForm(
    {
      resolver: contractResolver(registrationDetails),
      defaultValues: { ...target.values, phone: target.values.phone ?? '' },
    },
    { keep: `correction:${target.id}`, base: target.values, isPersonal: true },
  );
  const { start, isPending, error } = useAdminWrite({
    run: ({ wanted, from }: { wanted: Correctable; from: Correctable }) => target.save(wanted, from),
    onSuccess: (outcome, { wanted, from }) => {
      if ('conflict' in outcome) {
        setConflict(outcome.conflict);
        return;
      }
      kept.forget();
      onSaved?.(from);
      const moved = fields.includes('email') && wanted.email !== from.email ? wanted.email : undefined;
      toast({
        title: 'Saved',
        description: outcome.saved.message,
        ...(moved !== undefined && {
          action: <PersonLink email={moved}>Open the page of the new email</PersonLink>,
          duration: 15_000,
        }),
      });
      onDone();
    },
    onError: (error) => {
      showFieldErrors(error, fields, setError);
      toast({ title: 'Not saved', description: messageOr(error, error.message), variant: 'destructive' });
    },
  });
  const submit = (from: Correctable) => handleSubmit((wanted) => start({ wanted, from }));
  const changed = fields.filter((field) => conflict?.changed.includes(field));
  const takeTheirs = (theirs: Correctable) => {
    for (const field of changed) setValue(field, theirs[field] ?? '');
    kept.setBase(theirs);
    setConflict(null);
  };
  const { errors } = formState;
  return (
    <Stack as="form" gap={4} noValidate aria-label={label} onSubmit={(event) => void submit(kept.base)(event)}>
      <KeptFormNotice kept={kept} />
      {children}
      {conflict !== null && (
        <EditConflict
          differences={changed.map((field) => ({
            field,
            label: LABELS[field],
            theirs: shown(field, conflict.current[field]),
            mine: shown(field, getValues(field) ?? undefined),
          }))}
          busy={isPending}
          onTakeTheirs={() => takeTheirs(conflict.current)}
          onSaveMine={() => void submit(conflict.current)()}
        />
      )}
      <Pair close>
        {fields.includes('firstName') && (
          <TextField
            label={LABELS.firstName}
            autoComplete="off"
            data-begins=""
            error={errors.firstName?.message}
            {...register('firstName')}
          />
        )}
        {fields.includes('lastName') && (
          <TextField
            label={LABELS.lastName}
            autoComplete="off"
            error={errors.lastName?.message}
            {...register('lastName')}
          />
        )}
        {fields.includes('phone') && (
          <TextField
            label={LABELS.phone}
            type="tel"
            placeholder="Optional"
            autoComplete="off"
            error={errors.phone?.message}
            {...register('phone')}
          />
        )}
        {fields.includes('division') && (
          <SelectField
            label={LABELS.division}
            options={DIVISIONS}
            error={errors.division?.message}
            {...register('division')}
          />
        )}
      </Pair>
      {fields.includes('email') && (
        <TextField
          label={LABELS.email}
          type="email"
          autoComplete="off"
          hint="Another email moves this registration to that mailbox. An account there gets it for good. We notify both. A payment already made follows."
          error={errors.email?.message}
          {...register('email')}
        />
      )}
      <ActionFailure error={error} />
      <Actions end>
        <Button
          onClick={() => {
            kept.forget();
            onDone();
          }}
          disabled={isPending}
        >
          Cancel
        </Button>
        <Button type="submit" variant="primary" disabled={conflict !== null} busy={isPending} busyLabel="Saving...">
          Save
        </Button>
      </Actions>
    </Stack>
  );
};

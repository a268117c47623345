import { officeHoursForm } from '@lectern/contracts/registrations/member-http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { officeHoursQuery } from '../../../components/meeting-places/get-office-hours.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { TextareaField } from '../../../components/ui/textarea-field.tsx';
import { ApiError, messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { readersInstant } from '../../../lib/readers-time.ts';
import { toast } from '../../../lib/toast-store.ts';
import { requestSlot } from '../api/office-hours.ts';
import { minutesOf, type Slot, slotWords } from '../slot-words.ts';
import styles from './resources.module.css';

const FORM_ID = 'office-hours';

/** Requests a slot, with a topic. After a failure the input stays. */
export const ScheduleSession = ({ onClose, free }: { onClose: () => void; free: readonly Slot[] }) => {
  const client = useQueryClient();
  const form = useForm({
    resolver: contractResolver(officeHoursForm),
    defaultValues: { startsAt: free[0]?.startsAt ?? '', topic: '' },
  });
  const { mutate, isPending } = useMutation({
    mutationFn: requestSlot,
    onSuccess: ({ message, request }) => {
      client.setQueryData(officeHoursQuery.queryKey, (before) =>
        before === undefined ? before : { ...before, mine: request },
      );
      void client.invalidateQueries({ queryKey: officeHoursQuery.queryKey });
      onClose();
      toast({ title: 'Session requested', description: message });
    },
    onError: (error) => {
      // Another member may have taken the slot. The list then shows the remaining ones.
      if (error instanceof ApiError) void client.invalidateQueries({ queryKey: officeHoursQuery.queryKey });
      if (showFieldErrors(error, ['startsAt', 'topic'], form.setError)) return;
      if (error instanceof ApiError && (error.code === 'slot_taken' || error.code === 'slot_unknown')) {
        form.setError('startsAt', { message: error.message });
        return;
      }
      toast({
        title: 'Request failed',
        description: messageOr(error, 'Unable to request this session. Please try again.'),
        variant: 'destructive',
      });
    },
  });
  // When the chosen slot is gone, the next one in the list is chosen.
  const chosen = useWatch({ control: form.control, name: 'startsAt' });
  const first = free[0]?.startsAt;
  const isGone = first !== undefined && free.every(({ startsAt }) => startsAt !== chosen);
  useEffect(() => {
    if (isGone) form.setValue('startsAt', first);
  }, [isGone, first, form]);

  const close = () => {
    if (!isPending) onClose();
  };
  const chosenSlot = free.find(({ startsAt }) => startsAt === chosen) ?? free[0];
  const here = chosenSlot === undefined ? null : readersInstant(chosenSlot.startsAt, chosenSlot.timeZone);
  const { errors } = form.formState;

  return (
    <Dialog
      open
      onClose={close}
      title="Schedule a session"
      footer={
        <>
          <Button onClick={close} disabled={isPending}>
            Not now
          </Button>
          <Button type="submit" form={FORM_ID} variant="primary" busy={isPending} busyLabel="Requesting...">
            Request session
          </Button>
        </>
      }
    >
      <p>
        {chosenSlot === undefined ? 'A session' : `${minutesOf(chosenSlot)} minutes`} on Zoom, you and a person from the
        team. An email confirms it.
      </p>
      <Form
        id={FORM_ID}
        className={styles['form']}
        onSubmit={(event) => void form.handleSubmit((values) => mutate(values))(event)}
      >
        <SelectField
          label="When"
          hint={here === null ? undefined : `${here} where you are`}
          options={free.map((slot) => ({ value: slot.startsAt, label: slotWords(slot) }))}
          error={errors.startsAt?.message}
          {...form.register('startsAt')}
          data-begins
        />
        <TextareaField
          label="What do you want to work on?"
          rows={4}
          error={errors.topic?.message}
          {...form.register('topic')}
        />
      </Form>
    </Dialog>
  );
};

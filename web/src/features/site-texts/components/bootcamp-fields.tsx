import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Pair } from '../../../components/ui/layout.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { messageAt } from '../../../components/profile-form/message-at.ts';
import { BeginFields, NumberField } from './schedule-fields.tsx';

export const BootcampFields = ({ form }: { form: UseFormReturn<FieldValues> }) => {
  const association = useAssociation();
  return (
    <>
      <p>
        The regular times of a run, in the association’s time zone ({association.timeZone}). The dates of a run are
        those of its event.
      </p>
      <Pair close>
        <BeginFields form={form} />
        <NumberField form={form} name="hours" label="Hours" hint="Of each session." />
        <NumberField form={form} name="weeks" label="Weeks" hint="Of a run." />
        <TextField
          label="Group size"
          autoComplete="off"
          hint="Of people, such as 8-12."
          error={messageAt(form, 'groupSize')}
          {...form.register('groupSize')}
        />
      </Pair>
    </>
  );
};

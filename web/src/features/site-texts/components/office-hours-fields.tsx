import { SHIPPED_OFFICE_HOURS } from '@lectern/contracts/office-hours';
import { isTimeZone } from '@lectern/contracts/time-zone';
import { useWatch, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { Pair } from '../../../components/ui/layout.tsx';
import { messageAt } from '../../../components/profile-form/message-at.ts';
import { TimeZoneField } from '../../../components/profile-form/time-zone-field.tsx';
import { ListField } from '../../../components/console/list-field.tsx';
import { BeginFields, NumberField } from './schedule-fields.tsx';
import { SkippedDayField } from './skipped-day-field.tsx';

interface Props {
  form: UseFormReturn<FieldValues>;
}

export const OfficeHoursFields = ({ form }: Props) => {
  const typed = useWatch({ control: form.control, name: 'timeZone' }) as string;
  // Days can be chosen while a zone is being typed.
  const timeZone = isTimeZone(typed) ? typed : SHIPPED_OFFICE_HOURS.timeZone;
  return (
    <>
      <p>
        Members request slots in these hours, on the clock of their time zone. A session that a member has stays when
        the hours change.
      </p>
      <Pair close>
        <BeginFields form={form} hint="The first slot of the day." />
        <NumberField form={form} name="minutes" label="Minutes" hint="Of each slot." />
        <NumberField
          form={form}
          name="slotsPerWeek"
          label="Slots per week"
          hint="One after the other. 0: none are offered."
        />
        <NumberField form={form} name="weeksAhead" label="Weeks ahead" hint="How far ahead a slot can be requested." />
        <NumberField
          form={form}
          name="noticeHours"
          label="Notice hours"
          hint="Requests close this long before a slot."
        />
      </Pair>
      <TimeZoneField form={form} follows="The first slot begins on this clock." />
      <p>There are no office hours on these days.</p>
      <ListField
        form={form}
        name="skipped"
        noun="skipped day"
        max={60}
        blank={{ date: '' }}
        error={messageAt(form, 'skipped')}
      >
        {(path) => <SkippedDayField form={form} name={`${path}.date`} timeZone={timeZone} />}
      </ListField>
    </>
  );
};

import { isOn, type Weekday } from '@lectern/contracts/weekday';
import { useQuery } from '@tanstack/react-query';
import { useWatch, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { siteQuery } from '../../../components/site-texts/use-site-text.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Pair } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { messageAt } from '../../../components/profile-form/message-at.ts';
import { textsOutOfStep } from '../texts-out-of-step.ts';
import { ListField } from '../../../components/console/list-field.tsx';
import { BeginFields, NumberField } from './schedule-fields.tsx';
import { SkippedDayField } from './skipped-day-field.tsx';
import { TextsToChange } from './texts-to-change.tsx';

interface Props {
  form: UseFormReturn<FieldValues>;
}

/** After a change of the weekday: the skipped days that no session falls on. */
const StrayDays = ({ form }: Props) => {
  const [weekday, skipped] = useWatch({ control: form.control, name: ['weekday', 'skipped'] }) as [
    Weekday,
    readonly { date: string }[],
  ];
  const fitting = skipped.filter(({ date }) => date === '' || isOn(date, weekday));
  const count = skipped.length - fitting.length;
  if (count === 0) return null;
  return (
    <Notice tone="wait" role="status">
      {count === 1 ? `One skipped day is not a ${weekday}.` : `${count} skipped days are not ${weekday}s.`} Choose other
      days below, or remove them.{' '}
      <Button
        size="small"
        onClick={() => {
          form.clearErrors('skipped');
          form.setValue('skipped', fitting, { shouldDirty: true });
        }}
      >
        {count === 1 ? 'Remove this day' : 'Remove these days'}
      </Button>
    </Notice>
  );
};

/** Texts that staff wrote in words do not follow the schedule. */
const OtherTexts = ({ form }: Props) => {
  const [weekday, begins, minutes] = useWatch({ control: form.control, name: ['weekday', 'begins', 'minutes'] }) as [
    Weekday,
    string,
    number | undefined,
  ];
  const { data } = useQuery(siteQuery);
  const isComplete = data !== undefined && begins !== '' && minutes !== undefined;
  const keys = isComplete ? textsOutOfStep(data, { weekday, begins, minutes }) : [];
  return <TextsToChange keys={keys} note="These texts name another day or time in their own words." />;
};

export const WeeklySessionFields = ({ form }: Props) => {
  const association = useAssociation();
  return (
    <>
      <p>
        Pages, calendars and search engines have the day, time and length from here. Times are in the association’s time
        zone ({association.timeZone}).
      </p>
      <TextField
        label="Session topic"
        autoComplete="off"
        hint="Members read it on their dashboard as the topic of the next session."
        error={messageAt(form, 'sessionTopic')}
        {...form.register('sessionTopic')}
      />
      <Pair close>
        <BeginFields form={form} />
        <NumberField form={form} name="minutes" label="Minutes" hint="Of the whole session." />
        <NumberField form={form} name="warmUpMinutes" label="Warm up minutes" />
        <NumberField form={form} name="mainActivityMinutes" label="Main activity minutes" />
        <NumberField form={form} name="feedbackMinutes" label="Feedback minutes" />
      </Pair>
      <StrayDays form={form} />
      <OtherTexts form={form} />
      <p>
        There is no session on these days. Members’ dashboards show the reason, and their calendars leave the day out.
      </p>
      <ListField
        form={form}
        name="skipped"
        noun="skipped day"
        max={60}
        blank={{ date: '', reason: '' }}
        error={messageAt(form, 'skipped')}
      >
        {(path) => (
          <>
            <SkippedDayField form={form} name={`${path}.date`} timeZone={association.timeZone} />
            <TextField
              label="Reason"
              autoComplete="off"
              error={messageAt(form, `${path}.reason`)}
              {...form.register(`${path}.reason`)}
            />
          </>
        )}
      </ListField>
    </>
  );
};

import { useMay } from '../../../components/console/use-admin.ts';
import type { ShownEvent } from '@lectern/contracts/registrations/admin-model';
import { type createEvent, newEventForm } from '@lectern/contracts/registrations/admin-http';
import { useId, type ReactNode } from 'react';
import { type FieldValues, type Resolver, type UseFormReturn, useWatch } from 'react-hook-form';
import { KeptFormNotice } from '../../../components/console/kept-form-notice.tsx';
import { nestedResolver } from '../../../components/console/nested-resolver.ts';
import { useKeptForm } from '../../../components/console/use-kept-form.ts';
import { Button } from '../../../components/ui/button.tsx';
import { CheckboxField } from '../../../components/ui/checkbox-field.tsx';
import { Actions, Pair, Stack } from '../../../components/ui/layout.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { TextareaField } from '../../../components/ui/textarea-field.tsx';
import { CompetitionsFields } from './competitions-fields.tsx';
import { QuestionsFields } from './questions-fields.tsx';
import { LaterPricesFields } from './later-prices-fields.tsx';
import { RefundsFields } from './refunds-fields.tsx';
import type { BodyOf } from '../../../lib/api-client.ts';
import { bodyOf, cityOf, EVENT_LABELS, type EventValues } from '../event-form-values.ts';

const KINDS = [
  { value: 'tournament', label: 'Tournament' },
  { value: 'bootcamp', label: 'Bootcamp' },
  { value: 'workshop', label: 'Workshop' },
] as const;

/** The words of a form that depend on its kind. */
const WORDS = {
  tournament: {
    many: 'tournaments',
    ends: 'When the last round ends.',
    full: 'entries go on its waitlist',
    deadline: 'People can register and pay until then.',
  },
  bootcamp: {
    many: 'bootcamps',
    ends: 'When the last session ends.',
    full: 'registrations go on its waitlist',
    deadline: 'People can register and pay until then.',
  },
  workshop: {
    many: 'workshops',
    ends: undefined,
    full: 'members go on its waitlist',
    deadline: 'Annual members can sign up until then.',
  },
} as const;

const DIVISIONS = [
  { value: '', label: 'Both divisions' },
  { value: 'development', label: 'Development' },
  { value: 'professional', label: 'Professional' },
] as const;

export type EventBody = BodyOf<typeof createEvent>;

const checked = nestedResolver(newEventForm);
/** Validates the form with the server's schema and messages. */
const resolver: Resolver<EventValues, unknown, EventBody> = (values, context, options) =>
  checked(bodyOf(values), context, options as never);

/** `id`: of the event, whose `version` the form edits; `new` for a new one. */
export const useEventForm = (id: string, version: number, values: EventValues) =>
  useKeptForm<EventValues, EventBody, number>(
    { resolver, defaultValues: values },
    { keep: `event:${id}`, base: version },
  );
export type EventFormState = ReturnType<typeof useEventForm>;

interface Props {
  form: EventFormState;
  label: string;
  /** The event that was opened; null for a new one. */
  event: ShownEvent | null;
  /** The time zone of most existing events of the chosen kind, if it is known. */
  usualZone?: string | null;
  busy: boolean;
  /** False while a conflict must be resolved first. */
  canSave?: boolean;
  onSubmit: (body: EventBody) => void;
  onBack: () => void;
  /** Content above the buttons. */
  children?: ReactNode;
}

/** The form of an event. Its times are in the event's own time zone, not in the administrator's. */
export const EventForm = ({
  form,
  label,
  event,
  usualZone = null,
  busy,
  canSave = true,
  onSubmit,
  onBack,
  children,
}: Props) => {
  const { register, handleSubmit, control, formState } = form;
  const { errors } = formState;
  const mayWrite = useMay()('events:write');
  const [type, timezone] = useWatch({ control, name: ['type', 'timezone'] });
  const isWorkshop = type === 'workshop';
  const hasSetup = type === 'tournament' && form.getValues('setup') !== null;
  // Lists are edited by paths, which the type of this form does not have.
  const lists = form as unknown as UseFormReturn<FieldValues>;
  const words = WORDS[type];
  const zonesId = useId();
  const city = cityOf(timezone);
  /** "Begins (New York time)" */
  const inZone = (field: 'datetime' | 'endsAt' | 'registrationDeadline'): string =>
    city === '' ? EVENT_LABELS[field] : `${EVENT_LABELS[field]} (${city} time)`;
  return (
    <Stack as="form" gap={4} noValidate aria-label={label} onSubmit={(sent) => void handleSubmit(onSubmit)(sent)}>
      <KeptFormNotice kept={form.kept} />
      <TextField label={EVENT_LABELS.title} autoComplete="off" error={errors.title?.message} {...register('title')} />
      <TextareaField
        label={EVENT_LABELS.description}
        rows={4}
        error={errors.description?.message}
        {...register('description')}
      />
      <Pair close>
        {event === null ? (
          <SelectField
            label={EVENT_LABELS.type}
            options={KINDS}
            hint="Visitors see tournaments and bootcamps on the site. Workshops are for members: the annual plan includes a seat. The kind cannot change after the event is saved."
            error={errors.type?.message}
            {...register('type')}
          />
        ) : (
          <TextField
            label={EVENT_LABELS.type}
            readOnly
            value={KINDS.find(({ value }) => value === event.type)?.label}
            hint="It cannot change."
            error={errors.type?.message}
          />
        )}
        {!isWorkshop && (
          <SelectField
            label={EVENT_LABELS.division}
            options={DIVISIONS}
            hint={
              type === 'bootcamp'
                ? 'For your records: the bootcamp form does not ask for a division.'
                : 'The entry form offers the chosen division, or both.'
            }
            error={errors.division?.message}
            {...register('division')}
          />
        )}
        <TextField
          label={EVENT_LABELS.timezone}
          list={zonesId}
          autoComplete="off"
          spellCheck={false}
          hint={`${usualZone === null ? '' : `Most ${words.many} in the list of events use ${usualZone}. `}A city whose clock the event follows, such as America/New_York for Eastern Time. Changing it moves the event: the times below are then read in the new zone.`}
          error={errors.timezone?.message}
          {...register('timezone')}
        />
        <TextField
          label={inZone('datetime')}
          type="datetime-local"
          error={errors.datetime?.message}
          {...register('datetime')}
        />
        <TextField
          label={inZone('endsAt')}
          type="datetime-local"
          hint={words.ends}
          error={errors.endsAt?.message}
          {...register('endsAt')}
        />
        <TextField
          label={inZone('registrationDeadline')}
          type="datetime-local"
          hint={`${words.deadline} It must be before the event begins.`}
          error={errors.registrationDeadline?.message}
          {...register('registrationDeadline')}
        />
        <TextField
          label={EVENT_LABELS.location}
          autoComplete="off"
          error={errors.location?.message}
          {...register('location')}
        />
        {event !== null && event.zoomLink === undefined ? (
          <p>{EVENT_LABELS.zoomLink}: only staff who change events or content see it.</p>
        ) : (
          <TextField
            label={EVENT_LABELS.zoomLink}
            hint={
              isWorkshop
                ? 'Members with a seat see it in the member area, their calendar and their emails. If it changes, they are emailed.'
                : 'People with a paid place get it by email and on their pages, from 24 hours before it begins. Of staff, only those who change events or content see it.'
            }
            placeholder="https:// (optional)"
            autoComplete="off"
            error={errors.zoomLink?.message}
            {...register('zoomLink')}
          />
        )}
        <TextField
          label={EVENT_LABELS.capacity}
          type="number"
          inputMode="numeric"
          hint={`When the event is full, the next ${words.full}. Blank means unlimited, without a waitlist.`}
          error={errors.capacity?.message}
          {...register('capacity')}
        />
        {!isWorkshop && (
          <TextField
            label={EVENT_LABELS.price}
            inputMode="decimal"
            autoComplete="off"
            hint={`In dollars, for example 25.00. A price of 0 is free.${hasSetup ? ' It holds until the first later price begins.' : ''}`}
            error={errors.price?.message}
            {...register('price')}
          />
        )}
      </Pair>
      {hasSetup && <LaterPricesFields form={lists} city={city} />}
      {!isWorkshop && form.getValues('refundSteps') !== null && <RefundsFields form={lists} city={city} />}
      {hasSetup && (
        <>
          <CompetitionsFields form={lists} city={city} />
          <QuestionsFields form={lists} />
        </>
      )}
      <CheckboxField
        label={EVENT_LABELS.isActive}
        hint={
          isWorkshop
            ? 'Without the check mark, the workshop is hidden. If members are signed up for it, it is cancelled and they are emailed.'
            : 'Without the check mark, the event is hidden and nobody can register for it.'
        }
        error={errors.isActive?.message}
        {...register('isActive')}
      />
      <datalist id={zonesId}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      {children}
      <Actions end>
        <Button
          onClick={() => {
            form.kept.forget();
            onBack();
          }}
          disabled={busy}
        >
          Cancel
        </Button>
        {canSave && mayWrite && (
          <Button type="submit" variant="primary" busy={busy} busyLabel="Saving...">
            {event === null ? 'Create Event' : 'Save Event'}
          </Button>
        )}
      </Actions>
    </Stack>
  );
};

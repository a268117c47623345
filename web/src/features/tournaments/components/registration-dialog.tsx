import type { Division } from '@lectern/contracts/fields';
import { formatCentsShort } from '@lectern/contracts/money';
import { fullWords, SHIPPED_SETUP } from '@lectern/contracts/registrations/competition-rules';
import { answerField } from '@lectern/contracts/registrations/event-questions';
import type { PublicEvent } from '@lectern/contracts/registrations/model';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { Link } from 'react-router-dom';
import { eventsQuery } from '../../../components/events/list-events.ts';
import { NotOpen } from '../../../components/events/not-open.tsx';
import { priceWords } from '../../../components/events/price-words.ts';
import { refundsOfEvent } from '../../../components/events/refunds-of-event.ts';
import { tournamentTitle } from '../../../components/events/upcoming.ts';
import { useCurrentUser } from '../../../components/signed-in/current-user.ts';
import { Button } from '../../../components/ui/button.tsx';
import { CheckboxField } from '../../../components/ui/checkbox-field.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { SegmentedField } from '../../../components/ui/segmented-field.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { TextareaField } from '../../../components/ui/textarea-field.tsx';
import { pathTo } from '../../../config/paths.ts';
import { ApiError, messageOr, NetworkError } from '../../../lib/api-error.ts';
import { createSubmissionKey } from '../../../lib/form-submission.ts';
import { formatDate } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast-store.ts';
import { enterTournament, type EntryAnswer } from '../api/enter-tournament.ts';
import { fullPartsOf, optionsOf } from '../competition-options.ts';
import { bodyOf, checkChoice, checkEntry, EMPTY_ENTRY, type Entry, type EntryBody } from '../entry.ts';
import { QuestionFields } from './question-fields.tsx';
import styles from './registration-dialog.module.css';

const LEVELS = [
  { value: '', label: 'Rather not say' },
  { value: 'beginner', label: 'Beginner' },
  { value: 'intermediate', label: 'Intermediate' },
  { value: 'advanced', label: 'Advanced' },
];

const DIVISIONS = [
  { value: 'development', side: 'neg', label: 'Development', note: 'Beginners' },
  { value: 'professional', side: 'aff', label: 'Professional', note: 'Experienced' },
] as const;

export interface Registered {
  isWaiting: boolean;
  message: string;
  /** The address that was typed. */
  email: string;
  answer: EntryAnswer;
}

interface Props {
  /** The tournament that the entry is for; none while they load, and where none takes entries. */
  event: PublicEvent | undefined;
  open: boolean;
  onClose: () => void;
  onRegistered: (registered: Registered) => void;
}

/** Registers for a tournament. The input stays until the server has accepted it, also when the dialog is closed in between. */
export const RegistrationDialog = ({ event, open, onClose, onRegistered }: Props) => {
  const [typed, setTyped] = useState<Partial<Entry>>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [submission] = useState(createSubmissionKey);
  const client = useQueryClient();
  const { isSuccess } = useQuery(eventsQuery);
  const user = useCurrentUser();

  // A member's name and email are filled in until they type others.
  const known = user === undefined ? {} : { firstName: user.firstName, lastName: user.lastName, email: user.email };
  const only = event?.division ?? null;
  const setup = event?.setup ?? SHIPPED_SETUP;
  const now = new Date(event?.now ?? 0);
  const entry: Entry = {
    ...EMPTY_ENTRY,
    ...known,
    ...typed,
    ...(only === null ? {} : { division: only }),
    // In the order of the set-up, which may have changed meanwhile.
    events: setup.competitions.flatMap(({ id }) => (typed.events?.includes(id) === true ? id : [])),
  };

  const full = event?.state === 'full' ? [] : fullPartsOf(setup, entry, event?.places);

  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: EntryBody) => enterTournament(body, submission.keyFor(body)),
    onSuccess: (answer, { email }) => {
      const { message, waitlisted = false } = answer;
      submission.renew();
      setTyped({});
      setErrors({});
      onClose();
      toast({ title: waitlisted ? 'You are on the waitlist' : 'Registration successful!', description: message });
      onRegistered({ isWaiting: waitlisted, message, email, answer });
    },
    onError: (failure) => {
      if (failure instanceof ApiError)
        setErrors(failure.code === 'promo_invalid' ? { promoCode: failure.message } : failure.fields);
      toast({
        title:
          failure instanceof ApiError && failure.code === 'price_changed'
            ? 'The price has changed'
            : 'Registration failed',
        description: messageOr(failure, 'Please try again later.'),
        variant: 'destructive',
      });
    },
    // The free places, and the tournament open for entries, may have changed.
    onSettled: () => client.invalidateQueries({ queryKey: eventsQuery.queryKey }),
  });

  /** `shownAt`: the field with the error about the value. */
  const set = <F extends keyof Entry>(field: F, value: Entry[F], shownAt: string = field) => {
    setTyped((current) => ({ ...current, [field]: value }));
    setErrors(({ [shownAt]: _righted, ...others }) => others);
  };
  const wire = (field: 'firstName' | 'lastName' | 'email' | 'phone' | 'accommodations' | 'promoCode') => ({
    name: field,
    value: entry[field],
    error: errors[field],
    onChange: ({ target }: { target: { value: string } }) => set(field, target.value),
  });
  const choose = (id: string, isChosen: boolean) =>
    set('events', isChosen ? [...entry.events, id] : entry.events.filter((other) => other !== id));

  const submit = (submitted: SyntheticEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    if (isPending) return;
    const body = bodyOf(entry, event);
    const complaint = checkEntry(body) ?? checkChoice(setup, body, now);
    if (complaint === null) {
      setErrors({});
      mutate(body);
      return;
    }
    setErrors(complaint.fields);
    toast(complaint.toast);
    submitted.currentTarget.querySelector<HTMLElement>(`[name="${complaint.field}"]`)?.focus();
  };

  if (event === undefined && isSuccess)
    return (
      <Dialog open={open} onClose={onClose} title="Register for the next tournament">
        <NotOpen noun="tournament" />
      </Dialog>
    );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={event === undefined ? 'Register for the next tournament' : `Register for the ${tournamentTitle(event)}`}
    >
      {event !== undefined && (
        <p className={styles['about']}>
          {formatDate(event.datetime)}, virtual on Zoom. {priceWords(event, true)} for the tournament, however many
          competitions you choose. You pay after you register, or later by the link in our email.{' '}
          {refundsOfEvent(event) !== null && `If you withdraw, we refund ${refundsOfEvent(event)}. `}
          {event.state === 'full' && (
            <strong>It is sold out: you join the waitlist, and pay only when a place is free for you.</strong>
          )}
        </p>
      )}
      {event?.memberPrice != null &&
        (user?.subscriptionStatus === 'active' ? (
          <Notice>
            <p>
              You are logged in as a member: entered with the name and email of your account, you pay{' '}
              {formatCentsShort(event.memberPrice)}, or nothing with an annual membership.
            </p>
          </Notice>
        ) : user === undefined ? (
          <p className={styles['small']}>
            A member? <Link to={pathTo('login', { next: pathTo('tournaments') })}>Log in first</Link> and pay the member
            price.
          </p>
        ) : null)}
      <Stack as="form" gap={5} noValidate aria-label="Tournament registration" onSubmit={submit}>
        <div className={styles['pair']}>
          <TextField label="First name" autoComplete="given-name" required {...wire('firstName')} />
          <TextField label="Last name" autoComplete="family-name" required {...wire('lastName')} />
        </div>
        <div className={styles['pair']}>
          <TextField label="Email" type="email" inputMode="email" autoComplete="email" required {...wire('email')} />
          <TextField label="Phone (optional)" type="tel" autoComplete="tel" {...wire('phone')} />
        </div>
        <Stack
          as="fieldset"
          gap={3}
          className={styles['events']}
          aria-describedby={errors.events === undefined ? undefined : 'entry-events-error'}
        >
          <legend>Events</legend>
          {setup.mostCompetitions < setup.competitions.length && (
            <p className={styles['small']}>Choose at most {setup.mostCompetitions}.</p>
          )}
          {optionsOf(setup, entry, now, event?.places).map(({ id, name, hint, isDisabled }) => (
            <CheckboxField
              key={id}
              name="events"
              value={id}
              label={name}
              hint={hint}
              disabled={isDisabled}
              checked={entry.events.includes(id)}
              onChange={({ target }) => choose(id, target.checked)}
            />
          ))}
          {errors.events !== undefined && (
            <p className={styles['error']} id="entry-events-error">
              {errors.events}
            </p>
          )}
        </Stack>
        <SegmentedField<Division | ''>
          label="Division"
          name="division"
          value={entry.division}
          error={errors.division}
          onChange={({ target }) => set('division', target.value === 'professional' ? 'professional' : 'development')}
          segments={DIVISIONS.filter(({ value }) => only === null || value === only)}
        />
        <SelectField
          label="Experience (optional)"
          name="experience"
          options={LEVELS}
          value={entry.experience}
          error={errors.experience}
          onChange={({ target }) => set('experience', target.value as Entry['experience'])}
        />
        <TextareaField
          label="Accommodations (optional)"
          hint="What you need to compete well. It never counts against you."
          rows={2}
          {...wire('accommodations')}
        />
        <QuestionFields
          setup={setup}
          answers={entry.answers}
          errors={errors}
          onAnswer={(id, answer) => set('answers', { ...entry.answers, [id]: answer }, answerField({ id }))}
        />
        <TextField
          label="Promo code (optional)"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={50}
          className={styles['upper']}
          {...wire('promoCode')}
        />
        <CheckboxField
          name="waiver"
          label="I agree to the liability waiver"
          hint={
            <>
              I take part at my own risk and keep to the rules of the tournament and the{' '}
              <a href={pathTo('terms')} target="_blank" rel="noreferrer">
                terms
              </a>
              .
            </>
          }
          error={errors.waiver}
          checked={entry.waiver}
          onChange={({ target }) => set('waiver', target.checked)}
        />
        {error instanceof NetworkError && (
          <Notice tone="stop" role="alert">
            <p>
              The connection failed. Everything you typed is still here: send it again when you are back online. You
              will not be entered twice.
            </p>
          </Notice>
        )}
        {error instanceof ApiError && error.code === 'price_changed' && (
          <Notice tone="wait" role="alert">
            <p>{error.message}</p>
          </Notice>
        )}
        {full.length > 0 && (
          <Notice>
            <p>
              {fullWords(full)}: you join the waitlist with everything you chose, and pay only when there is room for
              all of it.
            </p>
          </Notice>
        )}
        <Button type="submit" variant="primary" size="large" wide busy={isPending} busyLabel="Registering...">
          {event?.state === 'full' || full.length > 0 ? 'Join the waitlist' : 'Register'}
        </Button>
      </Stack>
    </Dialog>
  );
};

import type { ShownEvent } from '@lectern/contracts/registrations/admin-model';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ConfirmDialog } from '../../../components/console/confirm-dialog.tsx';
import { PEOPLE_WORDS, peoplePathOf } from '../../../components/console/event-people.ts';
import { May } from '../../../components/console/may.tsx';
import { EditConflict } from '../../../components/console/edit-conflict.tsx';
import type { Conflict } from '../../../components/console/edit-outcome.ts';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Cluster } from '../../../components/ui/layout.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ErrorState, Notice } from '../../../components/ui/states.tsx';
import { ApiError, messageOr } from '../../../lib/api-error.ts';
import { showFieldErrors } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast-store.ts';
import { eventQuery, saveEvent } from '../api/events.ts';
import { EVENT_FIELDS, EVENT_LABELS, type EventField, shownField, valuesOf } from '../event-form-values.ts';
import { EVENT_STATES, registeredSentence } from '../event-view.ts';
import { type EventBody, EventForm, useEventForm } from './event-form.tsx';
import styles from './events.module.css';
import { NoticeTimeline } from './notice-timeline.tsx';

interface Props {
  onDone: () => void;
}

/** The fields of the set-up that the server refuses. */
const setupPathsOf = (error: unknown) =>
  (error instanceof ApiError ? Object.keys(error.fields) : []).filter((path): path is `setup.${never}` =>
    path.startsWith('setup.'),
  );

const fieldsOf = ({ changed }: Conflict<ShownEvent>): EventField[] =>
  EVENT_FIELDS.filter((field) => changed.includes(field));

/** The effects of an edit on registered people. */
const EDIT_NOTICES: Readonly<Record<ShownEvent['type'], string>> = {
  tournament: 'People with a place are emailed about a new time or location. Existing registrations keep their price.',
  bootcamp:
    'People with a seat are emailed about a new time or location. A seat that is not paid yet costs the price at the time of payment.',
  workshop:
    'Members with a seat are emailed about a new time, location or link. Hiding the workshop cancels it for everyone.',
};

const Editor = ({ opened, onDone }: Props & { opened: ShownEvent }) => {
  // A refetch does not replace the opened version: the edit stays based on the version that the administrator saw.
  const [event, setEvent] = useState(opened);
  const [conflict, setConflict] = useState<Conflict<ShownEvent> | null>(null);
  /** An edit that cancels a workshop for the members who signed up. */
  const [cancelling, setCancelling] = useState<{ body: EventBody; version: number } | null>(null);
  const form = useEventForm(event.id, event.version, valuesOf(event));
  const { start, isPending, error } = useAdminWrite({
    run: ({ body, version }: { body: EventBody; version: number }) => saveEvent(event.id, { ...body, version }),
    onSuccess: (outcome) => {
      setCancelling(null);
      if ('conflict' in outcome) {
        setConflict(outcome.conflict);
        return;
      }
      form.kept.forget();
      toast({ title: 'Event saved', description: outcome.saved.message });
      onDone();
    },
    onError: (error) => {
      setConflict(null);
      showFieldErrors(error, [...EVENT_FIELDS, ...setupPathsOf(error)], form.setError);
      toast({ title: 'Error', description: messageOr(error, 'Failed to save the event'), variant: 'destructive' });
    },
  });
  const registered = event.counts.entries + event.counts.waiting;
  const write = (edit: { body: EventBody; version: number }): void => {
    const cancels = event.type === 'workshop' && event.isActive && !edit.body.isActive && registered > 0;
    if (cancels) setCancelling(edit);
    else start(edit);
  };
  const save = (version: number) => void form.handleSubmit((body) => write({ body, version }))();
  const takeTheirs = (theirs: Conflict<ShownEvent>) => {
    const values = valuesOf(theirs.current);
    // The times of a form are in its time zone, so taking their time zone takes all their times.
    const taken = theirs.changed.includes('timezone')
      ? [...fieldsOf(theirs), 'datetime' as const, 'endsAt' as const, 'registrationDeadline' as const, 'setup' as const]
      : fieldsOf(theirs);
    for (const field of taken) form.setValue(field, values[field]);
    setEvent(theirs.current);
    form.kept.setBase(theirs.current.version);
    setConflict(null);
    toast({ title: 'Their version is in the form', description: 'Your own changes beside them are not saved yet.' });
  };
  return (
    <>
      <Cluster>
        <h2 id="edit-event">Edit {event.title}</h2>
        <Badge tone={EVENT_STATES[event.state].tone}>{EVENT_STATES[event.state].label}</Badge>
      </Cluster>
      {registered > 0 && (
        <Notice tone="wait">
          <p>
            {registeredSentence(event.counts)}. Their pages show a changed time or location immediately, and their
            subscribed calendars within an hour. {EDIT_NOTICES[event.type]}{' '}
            <May permission="people:read">
              <Link to={peoplePathOf(event)}>Show the {PEOPLE_WORDS[event.type]}</Link>.
            </May>
          </p>
        </Notice>
      )}
      {event.closedAt !== null && event.state === 'closed' && (
        <Notice>
          Registration was closed by an administrator. Saving does not reopen it. To reopen it, use “Reopen
          registration” in the list of events.
        </Notice>
      )}
      <EventForm
        form={form}
        label="Edit event"
        event={event}
        busy={isPending}
        canSave={conflict === null}
        onSubmit={(body) => write({ body, version: form.kept.base })}
        onBack={onDone}
      >
        {conflict !== null && (
          <EditConflict
            key={conflict.current.version}
            differences={fieldsOf(conflict).map((field) => ({
              field,
              label: EVENT_LABELS[field],
              theirs: shownField(valuesOf(conflict.current), field),
              mine: shownField(form.getValues(), field),
            }))}
            busy={isPending}
            onTakeTheirs={() => takeTheirs(conflict)}
            onSaveMine={() => save(conflict.current.version)}
          />
        )}
      </EventForm>
      <ConfirmDialog
        open={cancelling !== null}
        title={`Cancel ${event.title}?`}
        action="Cancel the workshop"
        busyAction="Cancelling..."
        back="Keep it"
        busy={isPending}
        error={error}
        fallback="The workshop stays as it is."
        onConfirm={() => cancelling !== null && start(cancelling)}
        onClose={() => setCancelling(null)}
      >
        <p>
          {registeredSentence(event.counts)}. A hidden workshop is cancelled: all of them are emailed, and their seats
          end. Showing it again brings no seat back.
        </p>
      </ConfirmDialog>
    </>
  );
};

/** The form of an existing event. */
export const EventEditor = ({ id, onDone }: Props & { id: string }) => {
  const { data, isPending, isError, error, isFetching, refetch } = useQuery(eventQuery(id));
  return (
    <section className={styles['sheet']} aria-label="Edit event">
      {isPending ? (
        <Skeleton lines={8} label="Loading the event" />
      ) : isError && data === undefined ? (
        <>
          <ErrorState title="The event could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
            {messageOr(error, error.message)}
          </ErrorState>
          <Button onClick={onDone}>All events</Button>
        </>
      ) : (
        <>
          <Editor opened={data} onDone={onDone} />
          <NoticeTimeline event={data} />
        </>
      )}
    </section>
  );
};

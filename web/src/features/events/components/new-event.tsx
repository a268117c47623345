import type { ShownEvent } from '@lectern/contracts/registrations/admin-model';
import type { Page } from '@lectern/contracts/page';
import { useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { useAssociation } from '../../../lib/association.ts';
import { messageOr } from '../../../lib/api-error.ts';
import { showFieldErrors } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast-store.ts';
import { addEvent, eventList } from '../api/events.ts';
import { typedDollars } from '../../../components/console/typed-dollars.ts';
import { programPricesQuery } from '../api/program-prices.ts';
import { EVENT_FIELDS, noEvent, usualZone } from '../event-form-values.ts';
import { EventForm, useEventForm } from './event-form.tsx';
import styles from './events.module.css';

/** The form of a new event. Its price is that of its program until the administrator types another. */
export const NewEvent = ({ onDone }: { onDone: () => void }) => {
  const association = useAssociation();
  const form = useEventForm('new', 0, noEvent(association.timeZone));
  const { control, getFieldState, setValue, kept } = form;
  const type = useWatch({ control, name: 'type' });
  const client = useQueryClient();
  // The events that the list has loaded; none if the form was opened by its URL.
  const [known] = useState(() =>
    client
      .getQueriesData<InfiniteData<Page<ShownEvent>>>({ queryKey: ['admin', eventList.key] })
      .flatMap(([, list]) => list?.pages.flatMap(({ items }) => items) ?? []),
  );
  const { data: prices } = useQuery(programPricesQuery);
  const usual = prices?.[type] ?? null;
  useEffect(() => {
    // A restored form has its price.
    if (usual !== null && !kept.isRestored && !getFieldState('price').isDirty) setValue('price', typedDollars(usual));
  }, [usual, kept.isRestored, getFieldState, setValue]);
  const { start, isPending } = useAdminWrite({
    run: addEvent,
    onSuccess: ({ message }) => {
      kept.forget();
      toast({ title: 'Event created', description: message });
      onDone();
    },
    onError: (error) => {
      showFieldErrors(error, EVENT_FIELDS, form.setError);
      toast({ title: 'Error', description: messageOr(error, 'Failed to create the event'), variant: 'destructive' });
    },
  });
  return (
    <section className={styles['sheet']} aria-labelledby="new-event">
      <h2 id="new-event">New event</h2>
      <EventForm
        form={form}
        label="New event"
        event={null}
        usualZone={usualZone(known, type)}
        busy={isPending}
        onSubmit={start}
        onBack={onDone}
      />
    </section>
  );
};

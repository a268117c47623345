import type { OfficeHoursRequest } from '@lectern/contracts/registrations/model';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { officeHoursQuery } from '../../../components/meeting-places/get-office-hours.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Cluster } from '../../../components/ui/layout.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { cx } from '../../../lib/cx.ts';
import { isActive, useMember } from '../../../lib/member-context.ts';
import { readersInstant } from '../../../lib/readers-time.ts';
import { toast } from '../../../lib/toast-store.ts';
import { giveSlotBack } from '../api/office-hours.ts';
import { minutesOf, type Slot, slotWords } from '../slot-words.ts';
import styles from './resources.module.css';
import { ScheduleSession } from './schedule-session.tsx';

const When = ({ label, slot }: { label: string; slot: Slot }) => {
  const here = readersInstant(slot.startsAt, slot.timeZone);
  return (
    <dl className={styles['details']}>
      <div>
        <dt>{label}</dt>
        <dd>{slotWords(slot)}</dd>
        {here !== null && <dd className={styles['small']}>{here} where you are</dd>}
      </div>
      <div>
        <dt>Length</dt>
        <dd>{minutesOf(slot)} minutes</dd>
      </div>
    </dl>
  );
};

const Mine = ({ request }: { request: OfficeHoursRequest }) => {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => giveSlotBack(request.id),
    onSuccess: ({ message }) => {
      client.setQueryData(officeHoursQuery.queryKey, (before) =>
        before === undefined ? before : { ...before, mine: null },
      );
      toast({ title: 'Session cancelled', description: message });
    },
    onError: (error) =>
      toast({
        title: 'Request failed',
        description: messageOr(error, 'Unable to cancel this session. Please try again.'),
        variant: 'destructive',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: officeHoursQuery.queryKey }),
  });
  return (
    <>
      <When label="Your session" slot={request} />
      <p className={cx('breakable', styles['quote'])}>{request.topic}</p>
      <Cluster>
        <Button onClick={() => mutate()} busy={isPending} busyLabel="Cancelling...">
          Cancel session
        </Button>
      </Cluster>
    </>
  );
};

/** A session with somebody from the team (specification, section 2: "Expert Office Hours"). */
export const OfficeHours = () => {
  const { user } = useMember();
  const [isAsking, setAsking] = useState(false);
  const { data, error, refetch, isFetching } = useQuery(officeHoursQuery);
  const free = data?.slots.filter(({ isTaken }) => !isTaken) ?? [];
  const [next] = free;
  return (
    <Card title="Expert Office Hours" side="neg" aside={<Badge>Members only</Badge>}>
      <p>Bring a speech that does not work yet, a case with a hole in it, or a round that you keep thinking about.</p>
      <div className={styles['slot']}>
        {data === undefined ? (
          error === null ? (
            <Skeleton lines={4} label="Loading office hours" />
          ) : (
            <ErrorState title="Office hours could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
              {messageOr(error, 'The connection failed. Please try again.')}
            </ErrorState>
          )
        ) : data.mine !== null ? (
          <Mine request={data.mine} />
        ) : next === undefined ? (
          data.slots.length === 0 ? (
            <EmptyState title="No office hours at the moment">
              Their times appear here as soon as there are some.
            </EmptyState>
          ) : (
            <EmptyState title="All sessions are taken">New ones are added every week.</EmptyState>
          )
        ) : (
          <>
            <When label="Next slot" slot={next} />
            <Cluster>
              <Button variant="primary" onClick={() => setAsking(true)} disabled={!isActive(user)}>
                {isActive(user) ? 'Schedule Session' : 'Members only'}
              </Button>
            </Cluster>
            {isAsking && <ScheduleSession onClose={() => setAsking(false)} free={free} />}
          </>
        )}
      </div>
    </Card>
  );
};

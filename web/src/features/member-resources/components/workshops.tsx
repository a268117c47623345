import type { Workshop } from '@lectern/contracts/registrations/workshop-model';
import { eventEntries } from '@lectern/contracts/registrations/event-calendar';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { SaveToCalendar } from '../../../components/events/add-to-calendar.tsx';
import { placeOf } from '../../../components/events/upcoming.ts';
import { useProductMinute } from '../../../components/next-session/use-product-minute.ts';
import { OutIcon } from '../../../components/ui/action-icons.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { Cluster } from '../../../components/ui/layout.tsx';
import { ExternalLinkButton } from '../../../components/ui/link-button.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState, Notice } from '../../../components/ui/states.tsx';
import { workshopsQuery } from '../../../components/workshops/list-workshops.ts';
import { badgeOf, seatsLeft } from '../../../components/workshops/workshop-words.ts';
import { useAssociation } from '../../../lib/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { messageOr } from '../../../lib/api-error.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { isActive, useMember } from '../../../lib/member-context.ts';
import { readersInstant } from '../../../lib/readers-time.ts';
import { toast } from '../../../lib/toast-store.ts';
import { giveUpSeat, signUp } from '../api/workshops.ts';
import styles from './resources.module.css';

const NO_CONNECTION = 'The connection failed. Please try again.';
const PAGE = pathTo('memberResources', { tab: 'schedules' });

/** A write that changes the list, whatever becomes of it: another member may have taken the last seat. */
const useWorkshopWrite = (run: () => Promise<{ message: string }>, done: string, onDone?: () => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: ({ message }) => {
      toast({ title: done, description: message });
      onDone?.();
    },
    onError: (error) =>
      toast({ title: 'Request failed', description: messageOr(error, NO_CONNECTION), variant: 'destructive' }),
    onSettled: () => client.invalidateQueries({ queryKey: workshopsQuery.queryKey }),
  });
};

const SignUp = ({ workshop }: { workshop: Workshop }) => {
  const [key] = useState(() => crypto.randomUUID());
  const { mutate, isPending } = useWorkshopWrite(() => signUp(workshop.id, key), 'Signed up');
  return (
    <Button
      variant="primary"
      onClick={() => mutate()}
      busy={isPending}
      busyLabel="Signing up..."
      aria-label={`${workshop.state === 'full' ? 'Join the Waitlist' : 'Sign Up'}: ${workshop.title}`}
    >
      {workshop.state === 'full' ? 'Join the Waitlist' : 'Sign Up'}
    </Button>
  );
};

const Cancel = ({ workshop, isWaiting }: { workshop: Workshop; isWaiting: boolean }) => {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, error, reset } = useWorkshopWrite(
    () => giveUpSeat(workshop.id),
    'Sign-up cancelled',
    () => setAsking(false),
  );
  const close = () => {
    reset();
    setAsking(false);
  };
  const label = isWaiting ? 'Leave the Waitlist' : 'Cancel Seat';
  return (
    <>
      <Button onClick={() => setAsking(true)} aria-label={`${label}: ${workshop.title}`}>
        {label}
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => !isPending && close()}
        title={isWaiting ? 'Leave the waitlist?' : 'Cancel your seat?'}
        footer={
          <>
            <Button onClick={close} disabled={isPending} data-begins>
              {isWaiting ? 'Stay on it' : 'Keep my seat'}
            </Button>
            <Button variant="danger" onClick={() => mutate()} busy={isPending} busyLabel="Cancelling...">
              {label}
            </Button>
          </>
        }
      >
        <p>
          {isWaiting
            ? `You lose your position on the waitlist of ${workshop.title}.`
            : `Your seat in ${workshop.title} goes to the next member. You can sign up again while there are seats.`}
        </p>
        {error !== null && (
          <Notice tone="stop" role="alert">
            {messageOr(error, NO_CONNECTION)}
          </Notice>
        )}
      </Dialog>
    </>
  );
};

const WorkshopItem = ({ workshop, isIncluded, now }: { workshop: Workshop; isIncluded: boolean; now: number }) => {
  const { timeZone } = useAssociation();
  const { seat, zoomLink, state } = workshop;
  const { tone, label } = badgeOf(workshop);
  const here = readersInstant(workshop.datetime, timeZone);
  const hasBegun = Date.parse(workshop.datetime) <= now;
  return (
    <li className={styles['event']}>
      <div className={styles['head']}>
        <h3>{workshop.title}</h3>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="breakable">{workshop.description}</p>
      <dl className={styles['details']}>
        <div>
          <dt>Date</dt>
          <dd>
            {formatDate(workshop.datetime)}, {formatTime(workshop.datetime)}
          </dd>
          {here !== null && <dd className={styles['small']}>{here} where you are</dd>}
        </div>
        <div>
          <dt>Ends</dt>
          <dd>{formatTime(workshop.endsAt)}</dd>
        </div>
        <div>
          <dt>Sign up by</dt>
          <dd>{formatDate(workshop.registrationDeadline)}</dd>
        </div>
        <div>
          <dt>Seats left</dt>
          <dd>{seatsLeft(workshop)}</dd>
        </div>
        <div>
          <dt>Where</dt>
          <dd className="breakable">{placeOf(workshop)}</dd>
        </div>
      </dl>
      {(seat !== null || (isIncluded && state !== 'closed')) && (
        <Cluster>
          {zoomLink !== null && (
            <ExternalLinkButton variant="primary" href={zoomLink}>
              Join the Workshop
              <OutIcon />
            </ExternalLinkButton>
          )}
          {seat === null && <SignUp workshop={workshop} />}
          {seat !== null && !hasBegun && <Cancel workshop={workshop} isWaiting={seat.position !== null} />}
          {seat?.position === null && (
            <SaveToCalendar
              variant="quiet"
              title={workshop.title}
              now={new Date(now)}
              page={PAGE}
              entriesAt={(url) => eventEntries({ ...workshop, type: 'workshop' }, url)}
            />
          )}
        </Cluster>
      )}
    </li>
  );
};

/** Says that the annual plan includes workshops, to a member who does not have it. */
const IncludedInAnnualPlan = () => {
  const { user } = useMember();
  return (
    <Notice>
      <p>
        <strong>Included in the annual plan.</strong>{' '}
        {isActive(user) ? (
          <>
            See <Link to={pathTo('accountSubscription')}>your plan</Link>, or{' '}
            <Link to={pathTo('contact')}>ask us to change it</Link>.
          </>
        ) : (
          <>
            <Link to={pathTo('register', { plan: 'annual' })}>Join with the annual plan</Link> to sign up.
          </>
        )}
      </p>
    </Notice>
  );
};

/** The workshops of annual members. Every member sees them; the annual plan includes a seat. */
export const Workshops = () => {
  const { data, error, refetch, isFetching } = useQuery(workshopsQuery);
  const now = useProductMinute();
  return (
    <Card title="Workshops" side="aff" aside={<Badge>Annual plan</Badge>} className={styles['across']}>
      <div className={styles['slot']}>
        {data === undefined ? (
          error === null ? (
            <Skeleton lines={4} label="Loading workshops" />
          ) : (
            <ErrorState title="The workshops could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
              {messageOr(error, 'The connection failed. Please try again.')}
            </ErrorState>
          )
        ) : (
          <>
            {!data.isIncluded && <IncludedInAnnualPlan />}
            {data.workshops.length === 0 ? (
              <EmptyState title="No workshop is scheduled yet">
                New ones appear here as soon as they are set.
              </EmptyState>
            ) : (
              <ul className={styles['events']}>
                {data.workshops.map((workshop) => (
                  <WorkshopItem key={workshop.id} workshop={workshop} isIncluded={data.isIncluded} now={now} />
                ))}
              </ul>
            )}
          </>
        )}
      </div>
    </Card>
  );
};

import { useQuery } from '@tanstack/react-query';
import { Divisions } from '../../../components/divisions/divisions.tsx';
import { eventsQuery } from '../../../components/events/list-events.ts';
import { nextOpen, upcoming } from '../../../components/events/upcoming.ts';
import { ClosingBand } from '../../../components/page/closing-band.tsx';
import { PageHero } from '../../../components/page/page-hero.tsx';
import { PaymentNotice } from '../../../components/payment-notice/payment-notice.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { JsonLd } from '../../../components/ui/json-ld.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { tournamentEvent, tournamentSeries } from '../tournament-event.ts';
import { KeyNumbers } from './key-numbers.tsx';
import { DownloadRules, Guidelines } from './guidelines.tsx';
import { Season } from './season.tsx';
import styles from './tournaments-page.module.css';
import { UpcomingCard } from './upcoming-card.tsx';
import { useRegistration } from './use-registration.tsx';

const SAYS = {
  development: {
    who: 'Your first year, or your first one back.',
    points: [
      'Judged on a clear shape and an honest answer',
      'Shorter speeches in debate, one minute for questions',
      'First-time competitors are seeded together',
    ],
  },
  professional: {
    who: 'A season behind you, or a taste for the deep end.',
    points: [
      'Judged on evidence, order and direct clash',
      'Longer speeches, two minutes for questions',
      'You use the whole of your time, and so do they',
    ],
  },
} as const;

export const TournamentsPage = () => {
  const association = useAssociation();
  const { data = [], status, isFetching, refetch } = useQuery(eventsQuery);
  const tournaments = data.filter(({ type }) => type === 'tournament');
  const next = nextOpen(data, 'tournament');
  const { trigger, dialog, registered } = useRegistration(next);
  const register = (
    <Button variant="primary" size="large" {...trigger}>
      Register
    </Button>
  );

  return (
    <>
      <JsonLd data={tournamentSeries(association)} />
      {next !== undefined && <JsonLd data={tournamentEvent(association, next)} />}
      <Stack gap={4} className={`page ${styles['notices']}`}>
        <PaymentNotice paid="Your entry is complete, and the confirmation is in your mailbox. The schedule of rounds comes before the day." />
        {registered !== null && (
          <Notice tone={registered.isWaiting ? 'wait' : 'info'}>
            <p>{registered.message}</p>
          </Notice>
        )}
      </Stack>
      <PageHero
        align="start"
        title="Say it to somebody who keeps score."
        lead="Four virtual tournaments a year, four events, two divisions. Members and guests meet on Zoom, and every judge writes down why."
        actions={
          <>
            {register}
            <DownloadRules size="large" />
          </>
        }
        art={
          <UpcomingCard
            tournaments={upcoming(data, 'tournament')}
            state={status}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
            trigger={trigger}
          />
        }
      />
      <KeyNumbers />
      <Divisions title="Two divisions" lead="You choose when you register, and keep it for the day." says={SAYS} />
      <Season tournaments={tournaments} isPending={status === 'pending'} />
      <Guidelines />
      <ClosingBand
        title="You have argued in the shower long enough."
        actions={
          <>
            {register}
            <DownloadRules size="large" />
          </>
        }
      >
        Choose your events, choose your side of the table, and we mail you the rest.
      </ClosingBand>
      {dialog}
    </>
  );
};

import type { PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import { useQuery } from '@tanstack/react-query';
import { Divisions } from '../../../components/divisions/divisions.tsx';
import { eventsQuery } from '../../../components/events/list-events.ts';
import { nextOpen, upcoming } from '../../../components/events/upcoming.ts';
import { ClosingBand } from '../../../components/page/closing-band.tsx';
import { PageHero } from '../../../components/page/page-hero.tsx';
import { PaymentNotice } from '../../../components/payment-notice/payment-notice.tsx';
import { JsonLd } from '../../../components/ui/json-ld.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { tournamentEvent, tournamentSeries } from '../tournament-event.ts';
import { KeyNumbers } from './key-numbers.tsx';
import { DownloadRules, Guidelines } from './guidelines.tsx';
import { Season } from './season.tsx';
import styles from './tournaments-page.module.css';
import { UpcomingCard } from './upcoming-card.tsx';
import { useRegistration } from './use-registration.tsx';

export const TournamentsPage = ({
  opening,
  upcoming: upcomingText,
  keyNumbers,
  divisions,
  season,
  guidelines,
  closing,
}: Omit<PublicSiteTexts['tournamentsPage'], 'searchResult'>) => {
  const association = useAssociation();
  const { data = [], status, isFetching, refetch } = useQuery(eventsQuery);
  const tournaments = data.filter(({ type }) => type === 'tournament');
  const next = nextOpen(data, 'tournament');
  const { trigger, dialog, registered } = useRegistration(next);
  const register = (
    <LinkButton variant="primary" size="large" {...trigger}>
      Register
    </LinkButton>
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
        {...opening}
        actions={
          <>
            {register}
            <DownloadRules size="large" />
          </>
        }
        art={
          <UpcomingCard
            {...upcomingText}
            tournaments={upcoming(data, 'tournament')}
            state={status}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
            trigger={trigger}
          />
        }
      />
      <KeyNumbers {...keyNumbers} />
      <Divisions {...divisions} />
      <Season {...season} tournaments={tournaments} isPending={status === 'pending'} />
      <Guidelines {...guidelines} />
      <ClosingBand
        title={closing.title}
        actions={
          <>
            {register}
            <DownloadRules size="large" />
          </>
        }
      >
        {closing.text}
      </ClosingBand>
      {dialog}
    </>
  );
};

import { formatCentsShort } from '@lectern/contracts/money';
import { useQuery } from '@tanstack/react-query';
import { AddToCalendar } from '../../../components/events/add-to-calendar.tsx';
import { eventsQuery } from '../../../components/events/list-events.ts';
import { nextOpen } from '../../../components/events/upcoming.ts';
import { Card } from '../../../components/ui/card.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { BOOTCAMP } from '../../../config/offers.ts';
import { pathTo } from '../../../config/paths.ts';
import { bootcampSchedule } from '../../../config/schedule.ts';
import { formatDateRange } from '../../../lib/format.ts';
import styles from './tournament-card.module.css';

/** The bootcamp and its next run. */
export const BootcampCard = () => {
  const { data = [] } = useQuery(eventsQuery);
  const run = nextOpen(data, 'bootcamp');
  return (
    <Card title="Tournament Prep Bootcamp" side="neg">
      <dl className={styles['facts']}>
        <div>
          <dt>When</dt>
          <dd>
            {bootcampSchedule.days} {bootcampSchedule.dashboardTime}, {bootcampSchedule.weeks} weeks
          </dd>
          {run !== undefined && <dd className={styles['small']}>Next run {formatDateRange(run.datetime, run.endsAt)}</dd>}
        </div>
        <div>
          <dt>Included</dt>
          <dd>A tournament entry</dd>
        </div>
        <div>
          <dt>Class size</dt>
          <dd>
            At most {bootcampSchedule.places}
            {run?.placesLeft != null && `, ${run.placesLeft} places left`}
          </dd>
        </div>
      </dl>
      <div className={styles['actions']}>
        <LinkButton to={pathTo('bootcampRegistration')}>Register ({formatCentsShort(BOOTCAMP)})</LinkButton>
        {run !== undefined && <AddToCalendar event={run} page={pathTo('classes')} variant="quiet" />}
      </div>
    </Card>
  );
};

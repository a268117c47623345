import { clubSessionEntry } from '@lectern/contracts/club-session';
import { SaveToCalendar } from '../../../components/events/add-to-calendar.tsx';
import { MeetingLink } from '../../../components/meeting-places/meeting-link.tsx';
import { useOffers } from '../../../components/meeting-places/use-offers.ts';
import { countdown, nextSession } from '../../../components/next-session/next-session.ts';
import { SkippedDays } from '../../../components/next-session/skipped-days.tsx';
import { useProductMinute } from '../../../components/next-session/use-product-minute.ts';
import { useSiteText } from '../../../components/site-texts/use-site-text.ts';
import { beginOf, hourOf, lengthOf, type WeeklySession } from '../../../components/weekly-session/weekly-words.ts';
import { Card } from '../../../components/ui/card.tsx';
import { CheckIcon } from '../../../components/ui/icons.tsx';
import { Cluster } from '../../../components/ui/layout.tsx';
import { SkeletonWords } from '../../../components/ui/skeleton.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { formatDay, formatTime } from '../../../lib/format.ts';
import { isActive, useMember } from '../../../lib/member-context.ts';
import { readersTime } from '../../../lib/readers-time.ts';
import styles from './weekly-session-card.module.css';

const INCLUDED = ['Coaching in every session', 'Practice with other members', 'Recordings of past sessions'];

/** The next session, the time until it begins, and the button that opens it. */
export const WeeklySessionCard = () => {
  const association = useAssociation();
  const { user } = useMember();
  const { hasCommunity } = useOffers();
  const now = useProductMinute();
  const { text: weekly, isLoading } = useSiteText('weeklySession');
  const session = nextSession(association.timeZone, now, weekly);
  const begins = session.begins.toISOString();
  const here = weekly === undefined ? null : readersTime(hourOf(weekly), association.timeZone);
  const known = (words: (session: WeeklySession) => string) =>
    weekly === undefined ? isLoading ? <SkeletonWords /> : 'Could not be loaded' : words(weekly);
  return (
    <Card title="Weekly Debate Club" side="aff" raised>
      <div className={styles['sheet']}>
        <div className={styles['next']}>
          <p className={styles['label']}>Next session</p>
          {weekly !== undefined ? (
            <>
              <p className={styles['day']}>
                <time dateTime={begins}>
                  {formatDay(session.begins)}, {formatTime(session.begins)}
                </time>
              </p>
              <p className={styles['countdown']}>{countdown(session, now)}</p>
              <SkippedDays session={session} now={now} skipped={weekly.skipped} className={styles['small']} />
            </>
          ) : isLoading ? (
            <>
              <p className={styles['day']}>
                <SkeletonWords label="Loading the next session" />
              </p>
              <p className={styles['countdown']}>
                <SkeletonWords />
              </p>
            </>
          ) : (
            <p>The day could not be loaded. Reload the page to try again.</p>
          )}
          <Cluster className={styles['actions']}>
            {isActive(user) ? (
              <MeetingLink place="zoomUrl" variant="primary" size="large">
                Join Zoom
              </MeetingLink>
            ) : (
              <p className={styles['small']}>The Zoom link opens here once your membership is active.</p>
            )}
            {weekly !== undefined && (
              <SaveToCalendar
                title="Weekly Debate Club"
                now={new Date(now)}
                page={pathTo('dashboard')}
                entriesAt={(url) => [clubSessionEntry(session, { url, location: 'Zoom' })]}
                variant="quiet"
              />
            )}
          </Cluster>
        </div>
        <div className={styles['about']}>
          <dl className={styles['details']}>
            <div>
              <dt>Session</dt>
              <dd>{known((session) => beginOf(session, association.timeZone))}</dd>
              {here !== null && <dd className={styles['small']}>{here} where you are</dd>}
            </div>
            <div>
              <dt>Length</dt>
              <dd>{known(lengthOf)}</dd>
            </div>
            <div>
              <dt>Topic</dt>
              <dd>{known(({ sessionTopic }) => sessionTopic)}</dd>
            </div>
          </dl>
          <ul className={styles['list']}>
            {[...INCLUDED, hasCommunity ? 'The Discord community' : 'Members’ resources'].map((item) => (
              <li key={item}>
                <CheckIcon />
                {item}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Card>
  );
};

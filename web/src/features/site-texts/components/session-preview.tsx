import { clubSessions } from '@lectern/contracts/club-session';
import { SITE_TEXTS, type SiteTextValue } from '@lectern/contracts/content/site-text';
import { nextSession } from '../../../components/next-session/next-session.ts';
import { SkippedDays } from '../../../components/next-session/skipped-days.tsx';
import { useProductMinute } from '../../../components/next-session/use-product-minute.ts';
import { Stack } from '../../../components/ui/layout.tsx';
import { lengthOf, weeklyWords } from '../../../components/weekly-session/weekly-words.ts';
import { useAssociation } from '../../../lib/association.ts';
import { formatDay, formatTime } from '../../../lib/format.ts';
import styles from './site-text-editor.module.css';

const SHOWN = 4;

/** The weekly session as pages say it, and its next days as calendars have them. */
export const SessionPreview = (typed: SiteTextValue<'weeklySession'>) => {
  const association = useAssociation();
  const now = useProductMinute();
  const parsed = SITE_TEXTS.weeklySession.safeParse(typed);
  if (!parsed.success) return <p>The next sessions are here once every field is complete.</p>;
  const weekly = parsed.data;
  const { when, rhythm } = weeklyWords(weekly, association.timeZone);
  return (
    <Stack gap={4}>
      <div>
        <p className={styles['label']}>On pages of visitors</p>
        <p>{when}</p>
        <p>{rhythm}.</p>
      </div>
      <div>
        <p className={styles['label']}>Next sessions</p>
        <Stack as="ul" gap={1}>
          {clubSessions(new Date(now), association.timeZone, SHOWN, weekly).map(({ date, begins }) => (
            <li key={date}>
              {formatDay(begins)}, {formatTime(begins)}
            </li>
          ))}
        </Stack>
        <SkippedDays session={nextSession(association.timeZone, now, weekly)} now={now} skipped={weekly.skipped} />
      </div>
      <div>
        <p className={styles['label']}>Length</p>
        <p>{lengthOf(weekly)}</p>
      </div>
      <div>
        <p className={styles['label']}>Topic</p>
        <p>{weekly.sessionTopic}</p>
      </div>
    </Stack>
  );
};

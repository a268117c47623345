import type { SiteTextValue } from '@lectern/contracts/content/site-text';
import { nextSession } from '../../../components/next-session/next-session.ts';
import { SkippedDays } from '../../../components/next-session/skipped-days.tsx';
import { useProductMinute } from '../../../components/next-session/use-product-minute.ts';
import { Stack } from '../../../components/ui/layout.tsx';
import { association } from '../../../config/association.ts';
import { formatDay, formatTime } from '../../../lib/format.ts';
import styles from './site-text-editor.module.css';

/** The weekly session as the dashboard of members says it. */
export const SessionPreview = ({ sessionTopic, skipped }: SiteTextValue<'weeklySession'>) => {
  const now = useProductMinute();
  const session = nextSession(association.timeZone, now, skipped);
  return (
    <Stack gap={4}>
      <div>
        <p className={styles['label']}>Next session</p>
        <p>
          {formatDay(session.begins)}, {formatTime(session.begins)}
        </p>
        <SkippedDays session={session} now={now} skipped={skipped} />
      </div>
      <div>
        <p className={styles['label']}>Topic</p>
        <p>{sessionTopic}</p>
      </div>
    </Stack>
  );
};

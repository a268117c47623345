import type { Recording } from '@lectern/contracts/content/model';
import { Badge } from '../../../components/ui/badge.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { formatLongDate, formatTime } from '../../../lib/format.ts';
import { readersInstant } from '../../../lib/readers-time.ts';
import { formatDuration } from '../duration.ts';
import styles from './recordings-page.module.css';
import { WatchButton } from './watch-button.tsx';

/** The id of the heading, which takes the focus when the recording is the first of newly loaded ones. */
export const titleIdOf = (recordingId: string): string => `recording-${recordingId}`;

/** One session: what it was about, when, how long, and the way to watch it. */
export const RecordingCard = ({ recording }: { recording: Recording }) => {
  const association = useAssociation();
  const { topic, startTime, duration, isDebateClub } = recording;
  const here = readersInstant(startTime, association.timeZone);
  return (
    <li className={styles['card']}>
      <div className={styles['words']}>
        <div className={styles['head']}>
          <h3 id={titleIdOf(recording.id)} tabIndex={-1}>
            {topic}
          </h3>
          {isDebateClub && <Badge>Debate Club</Badge>}
        </div>
        <p className={styles['when']}>
          <time dateTime={startTime}>
            {formatLongDate(startTime)}, {formatTime(startTime)}
          </time>
          {here !== null && <span>{here} where you are</span>}
          <span>{formatDuration(duration)}</span>
        </p>
      </div>
      <WatchButton recording={recording} />
    </li>
  );
};

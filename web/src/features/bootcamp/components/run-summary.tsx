import { formatCentsShort } from '@lectern/contracts/money';
import { type BootcampTimes, bootcampWords } from '../../../components/bootcamp/bootcamp-words.ts';
import { refundsOfEvent } from '../../../components/events/refunds-of-event.ts';
import { useSiteText } from '../../../components/site-texts/use-site-text.ts';
import { CheckIcon } from '../../../components/ui/icons.tsx';
import { BOOTCAMP } from '../../../config/offers.ts';
import { BOOTCAMP_SEATS } from '../../../config/schedule.ts';
import { useAssociation } from '../../../lib/association.ts';
import { formatDateRange } from '../../../lib/format.ts';
import { cx } from '../../../lib/cx.ts';
import styles from '../../../components/checkout/summary.module.css';
import { useNextRun } from '../use-next-run.ts';

const included = (times: BootcampTimes | undefined) => [
  ...(times === undefined ? [] : [`${times.weeks} live sessions of ${times.hours} hours on Zoom`]),
  'All four events, each practiced once before it counts',
  'Your first tournament entry',
];

/** The run that the form registers for, its seats and its price. */
export const RunSummary = () => {
  const { run, isPending } = useNextRun();
  const { text: times } = useSiteText('bootcamp');
  const { timeZone } = useAssociation();
  const refunds = run === undefined ? null : refundsOfEvent(run);
  const seats =
    run?.placesLeft == null
      ? ''
      : run.state === 'full'
        ? 'Full. You join the waitlist and pay nothing now.'
        : `${run.placesLeft} of ${run.capacity ?? BOOTCAMP_SEATS} seats left`;
  return (
    <aside className={cx(styles['sheet'], styles['neg'])} aria-label="Your bootcamp">
      <h2>{run?.title ?? 'Tournament Prep Bootcamp'}</h2>
      <dl className={styles['lines']}>
        <div className={styles['line']}>
          <dt>Dates</dt>
          <dd>
            {run === undefined ? (isPending ? '…' : 'To be announced') : formatDateRange(run.datetime, run.endsAt)}
          </dd>
        </div>
        <div className={styles['line']}>
          <dt>{times === undefined ? 'When' : `${times.weekday}s`}</dt>
          <dd>{times === undefined ? '…' : bootcampWords(times, timeZone).time}</dd>
        </div>
        {refunds !== null && (
          <div className={styles['line']}>
            <dt>Refund if you withdraw</dt>
            <dd>{refunds}</dd>
          </div>
        )}
        <div className={cx(styles['line'], styles['total'])}>
          <dt>Price</dt>
          <dd>{formatCentsShort(run?.price ?? BOOTCAMP)}</dd>
        </div>
      </dl>
      <p className={styles['seats']}>{seats}</p>
      <ul className={styles['list']}>
        {included(times).map((item) => (
          <li key={item}>
            <CheckIcon />
            {item}
          </li>
        ))}
      </ul>
    </aside>
  );
};

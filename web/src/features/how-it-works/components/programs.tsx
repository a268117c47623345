import { formatCentsShort } from '@lectern/contracts/money';
import { Section } from '../../../components/page/section.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { BOOTCAMP, TOURNAMENT_ENTRY } from '../../../config/offers.ts';
import { pathTo } from '../../../config/paths.ts';
import { PLANS } from '../../../config/plans.ts';
import { useWeeklyWords } from '../../../components/weekly-session/use-weekly-words.ts';
import { bootcampSchedule } from '../../../config/schedule.ts';
import { cx } from '../../../lib/cx.ts';
import styles from './programs.module.css';

const programs = (clubWhen: string) =>
  [
    {
      side: 'aff',
      name: 'Weekly Debate Club',
      price: formatCentsShort(PLANS.monthly.cents),
      per: `per month, or ${formatCentsShort(PLANS.annual.cents)} per year`,
      text: 'For getting better and staying better. A live session every week, in your division, with recordings, practice topics and the community in between.',
      details: [
        ['When', clubWhen],
        ['How long', 'As long as you like; cancel anytime'],
        ['For', 'Beginners and experienced speakers'],
      ],
      action: { label: 'Subscribe', to: pathTo('subscribe') },
    },
    {
      side: 'neg',
      name: 'Tournament Prep Bootcamp',
      price: formatCentsShort(BOOTCAMP),
      per: 'for four weeks, first tournament entry included',
      text: 'For going from nothing to a first tournament. Four competitions in four Sundays, each practiced once before it counts.',
      details: [
        ['When', `${bootcampSchedule.days}, ${bootcampSchedule.time}`],
        ['How long', `${bootcampSchedule.weeks} sessions of ${bootcampSchedule.hours} hours`],
        ['For', `Groups of ${bootcampSchedule.classSize}`],
      ],
      action: { label: 'Explore Classes', to: pathTo('classes') },
    },
    {
      side: 'ink',
      name: 'Quarterly Tournaments',
      price: formatCentsShort(TOURNAMENT_ENTRY),
      per: 'per tournament, less for members',
      text: 'For finding out. A day of rounds from your own desk, against people you have not met, in front of judges who write down why.',
      details: [
        ['When', 'Winter, spring, summer and fall'],
        ['How long', 'One day, virtual on Zoom'],
        ['For', 'Members and guests, in two divisions'],
      ],
      action: { label: 'See the Tournaments', to: pathTo('tournaments') },
    },
  ] as const;

/** The three programs, side by side so that they can be compared line by line. */
export const Programs = () => {
  const { when } = useWeeklyWords();
  return (
    <Section
      title="Three ways in"
      anchor="programs"
      lead="Most people start with the club. Nothing stops you from starting with the deep end."
    >
      <div className={styles['programs']}>
        {programs(when).map(({ side, name, price, per, text, details, action }) => (
          <article key={name} className={cx(styles['program'], styles[side])}>
            <h3>{name}</h3>
            <p className={styles['price']}>
              {price} <span>{per}</span>
            </p>
            <p className={styles['text']}>{text}</p>
            <dl className={styles['details']}>
              {details.map(([term, value]) => (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            <LinkButton to={action.to} variant={side === 'aff' ? 'primary' : 'secondary'} size="large" wide>
              {action.label}
            </LinkButton>
          </article>
        ))}
      </div>
    </Section>
  );
};

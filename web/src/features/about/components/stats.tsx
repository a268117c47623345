import { useWeeklyWords } from '../../../components/weekly-session/use-weekly-words.ts';
import { useAssociation } from '../../../lib/association.ts';
import styles from './stats.module.css';

const stats = (day: string, founded: string) => [
  { number: '500+', label: 'members', note: 'in two divisions, at one table' },
  { number: '50+', label: 'weekly sessions', note: `a year of ${day}s, less a holiday or two` },
  { number: founded, label: 'founded', note: 'and taking the floor ever since' },
];

export const Stats = () => {
  const { founded } = useAssociation();
  const { day } = useWeeklyWords();
  return (
    <section className="page" aria-label="The association in numbers">
      <dl className={styles['stats']}>
        {stats(day, founded).map(({ number, label, note }) => (
          <div key={label} className={styles['stat']}>
            <dt>{label}</dt>
            <dd className={styles['number']}>{number}</dd>
            <dd className={styles['note']}>{note}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
};

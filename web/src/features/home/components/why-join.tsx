import { Section } from '../../../components/page/section.tsx';
import { useWeeklyWords } from '../../../components/weekly-session/use-weekly-words.ts';
import { Corrected } from './corrected.tsx';
import styles from './why-join.module.css';

const reasons = (day: string) => [
  {
    name: 'You speak every week',
    text: 'Nobody learns to swim by watching. The floor comes to you in every session, for a minute at first.',
  },
  {
    name: 'Somebody listens for a living',
    text: `A coach hears you out and names one thing. One you can do something about by next ${day}.`,
  },
  {
    name: 'Nobody here is seventeen',
    text: 'Your opponents have jobs, children and mortgages. They argue about things that you have opinions on.',
  },
  {
    name: 'There is something to win',
    text: 'Four tournaments a year, on Zoom, in your division. Enter when you are ready; nobody asks why you have not yet.',
  },
];

/** Reasons to join: a sentence before and after, and the practice in between. */
export const WhyJoin = () => {
  const { day } = useWeeklyWords();
  return (
    <Section title="Why join" lead="You know what you think already. The rest is practice.">
      <div className={styles['why']}>
        <Corrected />
        <dl className={styles['reasons']}>
          {reasons(day).map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Section>
  );
};

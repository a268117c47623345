import { Section } from '../../../components/page/section.tsx';
import { useWeeklyWords } from '../../../components/weekly-session/use-weekly-words.ts';
import styles from './benefits.module.css';

const benefits = (day: string) => [
  {
    worry: 'I freeze when everybody looks at me.',
    name: 'A voice that holds',
    text: `You speak in every session, first for one minute, later for seven. By the third ${day} the silence before your first word is yours to use.`,
  },
  {
    worry: 'I know what I mean. It comes out sideways.',
    name: 'A case that stands',
    text: 'Claim, reason, example, so what. You learn to build an argument before you open your mouth, and to hear when a leg is missing.',
  },
  {
    worry: 'The good answer comes to me in the car.',
    name: 'Answers on your feet',
    text: 'You flow what the other side says, find the one point that matters and answer it while they are still in the room.',
  },
  {
    worry: 'Nobody at work tells me the truth about it.',
    name: 'People who listen back',
    text: 'A coach and a table of adults who tell you what landed and what did not, kindly and in detail, and who come back next week to hear you again.',
  },
];

const Arrow = () => (
  <svg className={styles['arrow']} viewBox="0 0 56 24" fill="none" aria-hidden="true">
    <path
      d="M2 15C16 5 34 4 52 12M41 4.5 53 12.3 39.5 18"
      stroke="var(--aff)"
      strokeWidth="2.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);

/** Four benefits as a flow sheet: people's worries in one ink, the club's answers in the other. */
export const Benefits = () => {
  const { day } = useWeeklyWords();
  return (
    <Section title="What you tell yourself, and what we answer">
      <ol className={styles['flow']}>
        {benefits(day).map(({ worry, name, text }) => (
          <li key={name} className={styles['row']}>
            <p className={styles['worry']}>“{worry}”</p>
            <Arrow />
            <div className={styles['answer']}>
              <h3>{name}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
};

import { Section } from '../../../components/page/section.tsx';
import styles from './steps.module.css';
import { Choose, Compete, Sit, Speak } from './vignettes.tsx';

const STEPS = [
  {
    Picture: Choose,
    name: 'Choose where to begin',
    text: 'Every week, four weeks, or one day: pick the club, the bootcamp or a tournament, and the division that suits you today.',
  },
  {
    Picture: Sit,
    name: 'Take your seat',
    text: 'Everything happens live on Zoom, in small rooms. Register, pay, and the link is on your dashboard. A camera and a quiet corner will do.',
  },
  {
    Picture: Speak,
    name: 'Speak, and hear what landed',
    text: 'You are on your feet in the first session. A coach tells you what worked and the one thing to change. Next week you change it.',
  },
  {
    Picture: Compete,
    name: 'Find out how good you are',
    text: 'Four tournaments a year, two divisions, written feedback from every judge. Nobody has to. Most are glad they did.',
  },
] as const;

/** The four steps, from left to right as the columns of a flow. */
export const Steps = () => (
  <Section
    title="Four steps, in order"
    lead="The first two take ten minutes. The third is the one that changes something."
  >
    <ol className={styles['steps']}>
      {STEPS.map(({ Picture, name, text }, index) => (
        <li key={name} className={styles['step']}>
          <div className={styles['picture']}>
            <Picture />
          </div>
          <span className={styles['number']} aria-hidden="true">
            {index + 1}
          </span>
          <h3>{name}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  </Section>
);

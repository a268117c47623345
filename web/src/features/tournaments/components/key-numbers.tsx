import { formatCentsShort } from '@lectern/contracts/money';
import { Section } from '../../../components/page/section.tsx';
import { TOURNAMENT_ENTRY } from '../../../config/offers.ts';
import styles from './key-numbers.module.css';

const KEY_NUMBERS = [
  {
    number: '4',
    unit: 'events',
    name: 'Prepared and not',
    text: 'Prepared Speech, Prepared Acting, Spontaneous Speech, Spontaneous Debate. Enter one, or see how long your voice lasts.',
  },
  {
    number: '7',
    unit: 'minutes',
    name: 'All eyes on you',
    text: 'That is how long a prepared speech may take. Nobody interrupts, nobody looks at a phone, and the clock is on the screen.',
  },
  {
    number: '2',
    unit: 'minutes to think',
    name: 'Then you begin',
    text: 'In the spontaneous events the subject comes from us. What you say about it is the part that they cannot prepare for either.',
  },
  {
    number: formatCentsShort(TOURNAMENT_ENTRY),
    unit: 'per tournament',
    name: 'A ballot in writing',
    text: 'One fee for the whole day, however many competitions. Every judge writes down what worked, what to change first, and why.',
  },
] as const;

/** A tournament day, as four numbers in ruled columns. */
export const KeyNumbers = () => (
  <Section
    title="A day that counts"
    lead="From your own desk, against people you have not met, in front of judges who take notes."
  >
    <ul className={styles['numbers']}>
      {KEY_NUMBERS.map(({ number, unit, name, text }) => (
        <li key={name}>
          <p className={styles['number']}>
            {number} <small>{unit}</small>
          </p>
          <h3>{name}</h3>
          <p className={styles['text']}>{text}</p>
        </li>
      ))}
    </ul>
  </Section>
);

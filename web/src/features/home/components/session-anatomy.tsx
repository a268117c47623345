import { SESSION_MINUTES, sessionParts } from '../../../config/schedule.ts';
import { Section } from '../../../components/page/section.tsx';
import styles from './session-anatomy.module.css';

export const SessionAnatomy = () => (
  <Section
    title="How a session works"
    lead={`${SESSION_MINUTES} minutes, every Sunday from 8:00 AM PST. Everybody speaks, every time; that is the whole method.`}
  >
    <ol className={styles['parts']}>
      {sessionParts.map((part) => (
        <li key={part.name} className={styles['part']}>
          <span className={styles['minutes']}>
            {part.minutes} <small>min</small>
          </span>
          <h3>{part.name}</h3>
          <p>{part.text}</p>
        </li>
      ))}
    </ol>
  </Section>
);

import { TIPS } from '../practice-topics.ts';
import styles from './tips.module.css';

/** How to use the topics, in the columns of a flow sheet. */
export const Tips = () => (
  <section className={styles['tips']} aria-label="How to use the topics">
    {TIPS.map(({ name, text }) => (
      <div key={name} className={styles['tip']}>
        <h2>{name}</h2>
        <p>{text}</p>
      </div>
    ))}
  </section>
);

import { NewsletterBox } from '../../../components/newsletter/newsletter-box.tsx';
import styles from './newsletters.module.css';

/** Subscribes to the next newsletters. */
export const NextNewsletter = () => (
  <section className={styles['box']} aria-labelledby="email-title">
    <h2 id="email-title">The next one, by email</h2>
    <p>Every email has an unsubscribe link.</p>
    <NewsletterBox source="resources" />
  </section>
);

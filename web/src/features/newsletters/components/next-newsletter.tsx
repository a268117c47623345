import { NewsletterBox } from '../../../components/newsletter/newsletter-box.tsx';
import styles from './newsletters.module.css';

/** Subscribes to the letters that come after those that are read here. */
export const NextNewsletter = () => (
  <section className={styles['box']} aria-labelledby="letter-title">
    <h2 id="letter-title">The next one, by mail</h2>
    <p>Every letter has a link that ends it.</p>
    <NewsletterBox source="resources" />
  </section>
);

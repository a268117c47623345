import { LinkButton } from '../../../components/ui/link-button.tsx';
import { pathTo } from '../../../config/paths.ts';
import styles from './closing.module.css';

export const Closing = () => (
  <section className={styles['band']} aria-labelledby="closing-title">
    <div className={`page ${styles['inner']}`}>
      <h2 id="closing-title">The floor is yours on Sunday.</h2>
      <p>Register in two minutes. The Zoom link is on your dashboard the moment your payment is through.</p>
      <LinkButton to={pathTo('register')} variant="primary" size="large">
        Join the Debate Club
      </LinkButton>
    </div>
  </section>
);

import styles from './spinner.module.css';

/** Two arcs chasing each other. Decoration: put a text beside it. */
export const Spinner = () => (
  <svg className={styles['spinner']} viewBox="0 0 20 20" fill="none" aria-hidden="true">
    <path d="M10 2a8 8 0 0 1 8 8" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
    <path d="M10 18a8 8 0 0 1-8-8" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" opacity=".45" />
  </svg>
);

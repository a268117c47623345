import styles from './site-layout.module.css';

export const SkipLink = () => (
  <a
    href="#main"
    className={styles['skip']}
    onClick={(event) => {
      event.preventDefault();
      document.getElementById('main')?.focus();
    }}
  >
    Skip to the content
  </a>
);

import styles from './skeleton.module.css';

/** Stands where text will be, as tall as it, and says so to screen readers. */
export const Skeleton = ({ lines = 3, label = 'Loading' }: { lines?: number; label?: string }) => (
  <div className={styles['lines']} role="status" aria-label={label}>
    {Array.from({ length: lines }, (_line, index) => (
      <div key={index} className={styles['line']} />
    ))}
  </div>
);

/** Stands for a few words in a line of text, exactly as tall as that line. */
export const SkeletonWords = ({ label = 'Loading' }: { label?: string }) => (
  <span className={styles['words']}>
    <span className="visually-hidden">{label}</span>
  </span>
);

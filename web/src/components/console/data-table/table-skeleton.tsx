import styles from './table-skeleton.module.css';

/** Stands where rows will be, as tall as they. It is seen only if they take longer than a moment. */
export const TableSkeleton = ({ rows = 10, label }: { rows?: number; label: string }) => (
  <div className={styles['rows']} role="status" aria-label={label}>
    {Array.from({ length: rows }, (_row, index) => (
      <div key={index} className={styles['row']} />
    ))}
  </div>
);

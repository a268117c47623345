import { Spinner } from '../../components/ui/spinner.tsx';
import styles from './page-loading.module.css';

/** As tall as most pages, so that the footer stays below the fold while a page comes. */
export const PageLoading = ({ label = 'Loading' }: { label?: string }) => (
  <div className={styles['loading']} role="status">
    <Spinner />
    <p>{label}...</p>
  </div>
);

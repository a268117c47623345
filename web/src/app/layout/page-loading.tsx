import { Spinner } from '../../components/ui/spinner.tsx';
import styles from './page-loading.module.css';

/** As tall as the window, so that the footer stays out of sight and nothing visibly moves while a page loads. */
export const PageLoading = ({ label = 'Loading' }: { label?: string }) => (
  <div className={styles['loading']} role="status">
    <Spinner />
    <p>{label}...</p>
  </div>
);

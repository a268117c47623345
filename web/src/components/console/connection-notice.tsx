import { useSyncExternalStore } from 'react';
import styles from './connection-notice.module.css';

const subscribe = (changed: () => void) => {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
};

/** At the lower edge of the console while the browser has no connection. It lies over the page, so that nothing moves. */
export const ConnectionNotice = () => {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className={styles['place']}>
      {!isOnline && (
        <p className={styles['notice']}>
          No connection. This page may be out of date. Your text stays here: save it when you are back online.
        </p>
      )}
    </div>
  );
};

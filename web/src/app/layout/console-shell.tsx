import { lazy, Suspense, useEffect, useId, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { ConnectionNotice } from '../../components/console/connection-notice.tsx';
import { ConsoleNavigation } from '../../components/console/console-navigation.tsx';
import { mayOf, useAdmin } from '../../components/console/use-admin.ts';
import { allWaiting, useWaiting, WaitingCount } from '../../components/console/waiting-count.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { SearchIcon } from '../../components/ui/action-icons.tsx';
import { MenuIcon } from '../../components/ui/icons.tsx';
import { useAssociation } from '../../lib/association.ts';
import { cx } from '../../lib/cx.ts';
import { loadScreens } from '../routes/console/screens.ts';
import { safeLocalStorage } from '../../lib/token-store.ts';
import styles from './console-shell.module.css';
import { PageLoading } from './page-loading.tsx';
import { useRouteEffects } from './route-effects.ts';
import { SkipLink } from './skip-link.tsx';

const Palette = lazy(() => import('../../features/palette/components/palette.tsx'));

/** Whether the navigation shows icons only, on this device. */
const NARROW_KEY = 'consoleNavigation';
const storage = safeLocalStorage();

/** The navigation beside the page; on a phone, a drawer that opens from a bar. The search opens by Ctrl K or ⌘ K everywhere. */
export const ConsoleShell = () => {
  const association = useAssociation();
  useRouteEffects();
  const { key } = useLocation();
  const waiting = allWaiting(useWaiting(mayOf(useAdmin())));
  const waitingId = useId();
  const [isNarrow, setNarrow] = useState(() => storage.getItem(NARROW_KEY) === 'narrow');
  // Undefined until one was opened.
  const [opened, setOpened] = useState<'menu' | 'search' | null>();
  const close = () => setOpened(null);
  // Another page closes it.
  const [page, setPage] = useState(key);
  if (page !== key) {
    setPage(key);
    if (opened !== undefined) close();
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setOpened((before) => (before === 'search' ? null : 'search'));
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  const toggle = () => {
    storage.setItem(NARROW_KEY, isNarrow ? 'wide' : 'narrow');
    setNarrow(!isNarrow);
  };
  return (
    <div className={cx(styles['shell'], isNarrow && styles['narrow'])}>
      <SkipLink />
      <header className={styles['bar']}>
        <button
          type="button"
          className={styles['menu']}
          aria-haspopup="dialog"
          aria-label="Menu"
          aria-describedby={waiting === null ? undefined : waitingId}
          onClick={() => setOpened('menu')}
        >
          <MenuIcon />
          Menu
          {waiting !== null && <WaitingCount id={waitingId} {...waiting} className={styles['waiting']} />}
        </button>
        <span>{association.name}</span>
        <button type="button" className={styles['menu']} aria-haspopup="dialog" onClick={() => setOpened('search')}>
          <SearchIcon />
          <span className="visually-hidden">Search</span>
        </button>
      </header>
      <div className={styles['side']}>
        <ConsoleNavigation
          onApproach={loadScreens}
          isNarrow={isNarrow}
          onSearch={() => setOpened('search')}
          onToggle={toggle}
        />
      </div>
      <Dialog open={opened === 'menu'} onClose={close} title="Menu" placement="side">
        <ConsoleNavigation onApproach={loadScreens} isComplete />
      </Dialog>
      {opened !== undefined && (
        <Suspense>
          <Palette open={opened === 'search'} onClose={close} />
        </Suspense>
      )}
      <ConnectionNotice />
      <main id="main" tabIndex={-1} className={styles['main']}>
        <Suspense fallback={<PageLoading />}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  );
};

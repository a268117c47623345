import type { AdminProfile } from '@lectern/contracts/identity/model';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { ConsoleNavigation } from '../../components/console/console-navigation.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { MenuIcon, SearchIcon } from '../../components/ui/icons.tsx';
import { association } from '../../config/association.ts';
import { cx } from '../../lib/cx.ts';
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
export const ConsoleShell = ({ admin }: { admin: AdminProfile }) => {
  useRouteEffects();
  const { key } = useLocation();
  const [isNarrow, setNarrow] = useState(() => storage.getItem(NARROW_KEY) === 'narrow');
  // The dialog that is open, and its page: another page closes it.
  const [opened, setOpened] = useState<{ what: 'menu' | 'search' | null; on: string }>();
  const isOpen = (what: 'menu' | 'search') => opened?.what === what && opened.on === key;
  const open = (what: 'menu' | 'search' | null) => setOpened({ what, on: key });
  const close = () => open(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setOpened((before) => ({ what: before?.what === 'search' && before.on === key ? null : 'search', on: key }));
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [key]);

  const toggle = () => {
    storage.setItem(NARROW_KEY, isNarrow ? 'wide' : 'narrow');
    setNarrow(!isNarrow);
  };
  return (
    <div className={cx(styles['shell'], isNarrow && styles['narrow'])}>
      <SkipLink />
      <header className={styles['bar']}>
        <button type="button" className={styles['menu']} aria-haspopup="dialog" onClick={() => open('menu')}>
          <MenuIcon />
          Menu
        </button>
        <span>{association.name}</span>
        <button
          type="button"
          className={styles['menu']}
          aria-haspopup="dialog"
          aria-label="Search"
          onClick={() => open('search')}
        >
          <SearchIcon />
        </button>
      </header>
      <div className={styles['side']}>
        <ConsoleNavigation admin={admin} isNarrow={isNarrow} onSearch={() => open('search')} onToggle={toggle} />
      </div>
      <Dialog open={isOpen('menu')} onClose={close} title="Menu" placement="side">
        <ConsoleNavigation admin={admin} isComplete />
      </Dialog>
      {opened !== undefined && (
        <Suspense>
          <Palette open={isOpen('search')} onClose={close} />
        </Suspense>
      )}
      <main id="main" tabIndex={-1} className={styles['main']}>
        <Suspense fallback={<PageLoading />}>
          <Outlet context={admin} />
        </Suspense>
      </main>
    </div>
  );
};

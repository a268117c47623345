import type { AdminProfile } from '@lectern/contracts/identity/model';
import { Suspense, useState } from 'react';
import { Outlet } from 'react-router-dom';
import { ConsoleNavigation } from '../../components/console/console-navigation.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { MenuIcon } from '../../components/ui/icons.tsx';
import { association } from '../../config/association.ts';
import { cx } from '../../lib/cx.ts';
import { safeLocalStorage } from '../../lib/token-store.ts';
import styles from './console-shell.module.css';
import { PageLoading } from './page-loading.tsx';
import { useRouteEffects } from './route-effects.ts';
import { SkipLink } from './skip-link.tsx';

/** Whether the navigation shows icons only, on this device. */
const NARROW_KEY = 'consoleNavigation';
const storage = safeLocalStorage();

/** The navigation beside the page; on a phone, a drawer that opens from a bar. */
export const ConsoleShell = ({ admin }: { admin: AdminProfile }) => {
  useRouteEffects();
  const [isNarrow, setNarrow] = useState(() => storage.getItem(NARROW_KEY) === 'narrow');
  const [isOpen, setOpen] = useState(false);

  const toggle = () => {
    storage.setItem(NARROW_KEY, isNarrow ? 'wide' : 'narrow');
    setNarrow(!isNarrow);
  };
  return (
    <div className={cx(styles['shell'], isNarrow && styles['narrow'])}>
      <SkipLink />
      <header className={styles['bar']}>
        <button type="button" className={styles['menu']} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <MenuIcon />
          Menu
        </button>
        <span>{association.name}</span>
      </header>
      <div className={styles['side']}>
        <ConsoleNavigation admin={admin} isNarrow={isNarrow} onToggle={toggle} />
      </div>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Menu" placement="side">
        <ConsoleNavigation admin={admin} isComplete onFollow={() => setOpen(false)} />
      </Dialog>
      <main id="main" tabIndex={-1} className={styles['main']}>
        <Suspense fallback={<PageLoading />}>
          <Outlet context={admin} />
        </Suspense>
      </main>
    </div>
  );
};

import { ROLE_WORDS } from '@lectern/contracts/identity/permission';
import { useId } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { adminSectionPath } from '../../config/admin-sections.ts';
import { consoleAreasFor, consolePlaceOf } from '../../config/console-areas.ts';
import { cx } from '../../lib/cx.ts';
import { SearchIcon } from '../ui/action-icons.tsx';
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';
import { Monogram } from '../ui/monogram.tsx';
import { AreaIcon, NarrowIcon } from './area-icon.tsx';
import styles from './console-navigation.module.css';
import { logOut } from './log-out.ts';
import { mayOf, useAdmin } from './use-admin.ts';
import { useWaiting, WaitingCount } from './waiting-count.tsx';

interface Props {
  /** Shows the pages of all areas, for the drawer of a phone, which closes with each step. */
  isComplete?: boolean;
  /** Icons only, until the pointer or the keyboard is in it. */
  isNarrow?: boolean;
  /** The pointer or the focus has come here: a press on a link may follow. */
  onApproach: () => void;
  onSearch?: () => void;
  /** Changes between icons and names. */
  onToggle?: () => void;
}

/** The areas of the console, and the pages of the one that is open. */
export const ConsoleNavigation = ({ isComplete = false, isNarrow = false, onApproach, onSearch, onToggle }: Props) => {
  const { pathname, search } = useLocation();
  const here = consolePlaceOf(pathname, search);
  const admin = useAdmin();
  const may = mayOf(admin);
  const areas = consoleAreasFor(may);
  const waitingIn = useWaiting(may);
  const countId = useId();
  return (
    <nav
      aria-label="Console"
      className={cx(styles['navigation'], isNarrow && styles['narrow'])}
      onPointerEnter={onApproach}
      onFocus={onApproach}
    >
      {onSearch !== undefined && (
        <button
          type="button"
          className={cx(styles['area'], styles['search'])}
          aria-haspopup="dialog"
          onClick={onSearch}
        >
          <SearchIcon />
          <span>Search</span>
          <kbd>Ctrl K</kbd>
        </button>
      )}
      <ul className={styles['areas']}>
        {areas.map((area) => {
          const isOpen = area.name === here.area.name;
          const hasPages = area.pages.length > 1;
          const waiting = waitingIn(area.name);
          return (
            <li key={area.name}>
              <Link
                to={area.pages[0].to}
                className={styles['area']}
                aria-current={isOpen ? (hasPages ? 'true' : 'page') : undefined}
                aria-label={waiting === null ? undefined : area.name}
                aria-describedby={waiting === null ? undefined : `${countId}-${area.name}`}
              >
                <AreaIcon area={area.name} />
                <span>{area.name}</span>
                {waiting !== null && (
                  <WaitingCount id={`${countId}-${area.name}`} {...waiting} className={styles['open']} />
                )}
              </Link>
              {hasPages && (isOpen || isComplete) && (
                <ul className={styles['pages']}>
                  {area.pages.map((page) => (
                    <li key={page.to}>
                      <Link
                        to={page.to}
                        className={styles['page']}
                        aria-current={page === here.page ? 'page' : undefined}
                      >
                        {page.label}
                      </Link>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
      <div className={styles['end']}>
        <Menu
          label={`Your account: ${admin.name}`}
          trigger={
            <>
              <Monogram name={admin.name} />
              <span>{admin.name}</span>
            </>
          }
          triggerClass={styles['area']}
        >
          {() => (
            <>
              <MenuLine>
                {admin.email}, {ROLE_WORDS[admin.role].name.toLowerCase()}
              </MenuLine>
              <MenuItem to={adminSectionPath('security')}>Security</MenuItem>
              <MenuItem onSelect={logOut}>Log out</MenuItem>
            </>
          )}
        </Menu>
        {onToggle !== undefined && (
          <button type="button" className={styles['area']} aria-pressed={isNarrow} onClick={onToggle}>
            <NarrowIcon />
            <span>Icons only</span>
          </button>
        )}
      </div>
    </nav>
  );
};

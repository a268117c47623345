import { Link, useLocation } from 'react-router-dom';
import { consolePlaceOf } from '../../config/console-areas.ts';
import { pathTo } from '../../config/paths.ts';
import { Button } from '../ui/button.tsx';
import { Monogram } from '../ui/monogram.tsx';
import styles from './admin-header.module.css';
import { BreakableEmail } from './breakable-email.tsx';
import { logOut } from './log-out.ts';
import { useAdmin, useMay } from './use-admin.ts';

/** The way from the dashboard to a section: its area, where that has more pages or the page is within one. */
const Breadcrumbs = ({ isWithin }: { isWithin: boolean }) => {
  const { pathname, search } = useLocation();
  const may = useMay();
  const { area } = consolePlaceOf(pathname, search);
  const pages = area.pages.filter(({ permission }) => may(permission));
  return (
    <nav aria-label="Breadcrumbs">
      <ol className={styles['crumbs']}>
        <li>
          <Link to={pathTo('admin')}>Home</Link>
        </li>
        {pages[0] !== undefined && (pages.length > 1 || isWithin) && (
          <li>
            <Link to={pages[0].to}>{area.name}</Link>
          </li>
        )}
      </ol>
    </nav>
  );
};

/** A welcome on the dashboard; on other pages the title and the way there. `isWithin`: a page of one row of a section. */
export const AdminHeader = ({ section, isWithin = false }: { section?: string; isWithin?: boolean }) => {
  const { name } = useAdmin();
  return (
    <header className={styles['header']}>
      {section === undefined ? (
        <div className={styles['words']}>
          <Monogram name={name} />
          <div>
            <h1>Admin Dashboard</h1>
            <p>Welcome, {name}</p>
          </div>
        </div>
      ) : (
        <div>
          <Breadcrumbs isWithin={isWithin} />
          <h1>
            <BreakableEmail>{section}</BreakableEmail>
          </h1>
        </div>
      )}
      <Button size="small" onClick={logOut}>
        Logout
      </Button>
    </header>
  );
};

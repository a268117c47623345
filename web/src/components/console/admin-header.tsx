import { Link, useLocation } from 'react-router-dom';
import { consolePlaceOf } from '../../config/console-areas.ts';
import { pathTo } from '../../config/paths.ts';
import { adminSession } from '../../lib/admin-session.ts';
import { Button } from '../ui/button.tsx';
import { Monogram } from '../ui/monogram.tsx';
import styles from './admin-header.module.css';
import { logOutAdmin } from './log-out.ts';
import { useAdmin } from './use-admin.ts';

const logOut = () => {
  const token = adminSession.token();
  adminSession.end('logged-out');
  // The browser has already deleted the token. If the server cannot be reached, the token expires by itself.
  logOutAdmin(token).catch(() => undefined);
};

/** The way from the dashboard to a section: its area, where that has more pages. */
const Breadcrumbs = () => {
  const { pathname, search } = useLocation();
  const { area } = consolePlaceOf(pathname, search);
  return (
    <nav aria-label="Breadcrumbs">
      <ol className={styles['crumbs']}>
        <li>
          <Link to={pathTo('admin')}>Home</Link>
        </li>
        {area.pages.length > 1 && (
          <li>
            <Link to={area.pages[0].to}>{area.name}</Link>
          </li>
        )}
      </ol>
    </nav>
  );
};

/** A welcome on the dashboard; on other pages the title and the way there. */
export const AdminHeader = ({ section }: { section?: string }) => {
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
          <Breadcrumbs />
          <h1>{section}</h1>
        </div>
      )}
      <Button size="small" onClick={logOut}>
        Logout
      </Button>
    </header>
  );
};

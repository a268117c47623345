import type { AdminProfile } from '@lectern/contracts/identity/model';
import { Link } from 'react-router-dom';
import { pathTo } from '../../config/paths.ts';
import { adminSession } from '../../lib/admin-session.ts';
import { Button } from '../ui/button.tsx';
import { Monogram } from '../ui/monogram.tsx';
import styles from './admin-header.module.css';
import { logOutAdmin } from './log-out.ts';

const logOut = () => {
  const token = adminSession.token();
  adminSession.end('logged-out');
  // The browser has already deleted the token. If the server cannot be reached, the token expires by itself.
  logOutAdmin(token).catch(() => undefined);
};

/** A welcome on the dashboard; on other pages the title and a link back. */
export const AdminHeader = ({ admin, section }: { admin: AdminProfile; section?: string }) => (
  <header className={styles['header']}>
    <div className={styles['words']}>
      <Monogram name={admin.name} />
      <div>
        {section === undefined ? (
          <>
            <h1>Admin Dashboard</h1>
            <p>Welcome, {admin.name}</p>
          </>
        ) : (
          <>
            <Link to={pathTo('admin')}>Admin Dashboard</Link>
            <h1>{section}</h1>
          </>
        )}
      </div>
    </div>
    <Button size="small" onClick={logOut}>
      Logout
    </Button>
  </header>
);

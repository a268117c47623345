import type { AdminProfile } from '@lectern/contracts/identity/model';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { Monogram } from '../../../components/ui/monogram.tsx';
import { pathTo } from '../../../config/paths.ts';
import { adminSession } from '../../../lib/admin-session.ts';
import { logOutAdmin } from '../api/log-out.ts';
import styles from './admin-header.module.css';

const logOut = () => {
  const token = adminSession.token();
  adminSession.end('logged-out');
  // The token is already gone from this browser; a server that cannot be reached lets it run out.
  logOutAdmin(token).catch(() => undefined);
};

/** On the dashboard a welcome; on a page beside it its title, and the way back. */
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

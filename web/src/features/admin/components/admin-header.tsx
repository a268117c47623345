import type { AdminProfile } from '@lectern/contracts/identity/model';
import { Button } from '../../../components/ui/button.tsx';
import { Monogram } from '../../../components/ui/monogram.tsx';
import { adminSession } from '../../../lib/admin-session.ts';
import { logOutAdmin } from '../api/log-out.ts';
import styles from './admin-header.module.css';

const logOut = () => {
  const token = adminSession.token();
  adminSession.end('logged-out');
  // The token is already gone from this browser; a server that cannot be reached lets it run out.
  logOutAdmin(token).catch(() => undefined);
};

export const AdminHeader = ({ admin }: { admin: AdminProfile }) => (
  <header className={styles['header']}>
    <div className={styles['words']}>
      <Monogram name={admin.name} />
      <div>
        <h1>Admin Dashboard</h1>
        <p>Welcome, {admin.name}</p>
      </div>
    </div>
    <Button size="small" onClick={logOut}>
      Logout
    </Button>
  </header>
);

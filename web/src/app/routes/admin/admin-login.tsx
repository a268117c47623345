import { Navigate } from 'react-router-dom';
import { LecternMark } from '../../../components/art/lectern-mark.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { association } from '../../../config/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { AdminLoginForm } from '../../../features/admin/components/admin-login-form.tsx';
import { adminSession, useAdminToken } from '../../../lib/admin-session.ts';
import { parseAdmin } from '../../../lib/parse-admin.ts';
import styles from './admin-login.module.css';

export default function AdminLogin() {
  const token = useAdminToken();
  if (token !== null && parseAdmin(adminSession.storedAdmin()) !== null) return <Navigate replace to={pathTo('admin')} />;
  return (
    <div className={styles['centre']}>
      <PageMeta title="Admin Login" description={`Access the ${association.name} admin dashboard.`} isPrivate />
      <div className={styles['card']}>
        <LecternMark size={40} />
        <div>
          <h1>Admin Login</h1>
          <p className={styles['lead']}>Access the {association.name} admin dashboard</p>
        </div>
        <AdminLoginForm />
      </div>
    </div>
  );
}

import { Link, Navigate } from 'react-router-dom';
import { useAssociation } from '../../../lib/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { AdminLoginForm } from '../../../features/administrators/components/admin-login-form.tsx';
import { adminSession, useAdminToken } from '../../../lib/admin-session.ts';
import { parseAdmin } from '../../../lib/parse-admin.ts';
import { AdminCard } from './admin-card.tsx';

export default function AdminLogin() {
  const association = useAssociation();
  const token = useAdminToken();
  if (token !== null && parseAdmin(adminSession.storedAdmin()) !== null)
    return <Navigate replace to={pathTo('admin')} />;
  return (
    <AdminCard title="Admin Login" lead={`Access the ${association.name} admin dashboard`}>
      <AdminLoginForm />
      <Link to={pathTo('adminForgotPassword')}>Forgot your password?</Link>
    </AdminCard>
  );
}

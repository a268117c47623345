import { ForgotPasswordForm } from '../../../features/administrators/components/forgot-password-form.tsx';
import { AdminCard } from './admin-card.tsx';

export default function AdminForgotPassword() {
  return (
    <AdminCard title="Forgotten password" lead="We email you a link with which you choose a new one">
      <ForgotPasswordForm />
    </AdminCard>
  );
}

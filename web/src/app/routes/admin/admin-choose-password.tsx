import { useSearchParams } from 'react-router-dom';
import { ChoosePasswordForm } from '../../../features/administrators/components/choose-password-form.tsx';
import { useHydrated } from '../../../lib/use-hydrated.ts';
import { AdminCard } from './admin-card.tsx';

export default function AdminChoosePassword() {
  const [params] = useSearchParams();
  const isHydrated = useHydrated();
  const token = params.get('token')?.trim() ?? '';
  return (
    <AdminCard title="Choose a password" lead="For your administrator account">
      {isHydrated && <ChoosePasswordForm key={token} token={token} />}
    </AdminCard>
  );
}

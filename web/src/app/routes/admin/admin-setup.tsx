import { SetupAssistant } from '../../../features/setup/components/setup-assistant.tsx';
import { useHydrated } from '../../../lib/use-hydrated.ts';
import { AdminCard } from './admin-card.tsx';

export default function AdminSetup() {
  const isHydrated = useHydrated();
  return (
    <AdminCard title="Set up the site" lead="A few steps, once, before anybody can log in" wide>
      {isHydrated && <SetupAssistant />}
    </AdminCard>
  );
}

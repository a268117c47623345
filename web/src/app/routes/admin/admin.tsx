import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { association } from '../../../config/association.ts';
import { AdminHeader } from '../../../features/admin/components/admin-header.tsx';
import { AdminTabs } from '../../../features/admin/components/admin-tabs.tsx';
import { CountCards } from '../../../features/admin/components/count-cards.tsx';
import { AdminGate } from '../../admin-gate.tsx';
import styles from './admin.module.css';

export default function Admin() {
  return (
    <AdminGate>
      {(admin) => (
        <div className={`page ${styles['stack']}`}>
          <PageMeta title="Admin Dashboard" description={`Administration of ${association.fullName}.`} isPrivate />
          <AdminHeader admin={admin} />
          <CountCards />
          <AdminTabs />
        </div>
      )}
    </AdminGate>
  );
}

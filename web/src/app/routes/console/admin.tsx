import { AdminHeader } from '../../../components/console/admin-header.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { CountCards } from '../../../features/overview/components/count-cards.tsx';
import { AdminTabs } from './admin-tabs.tsx';
import styles from './admin.module.css';

export default function Admin() {
  const association = useAssociation();
  return (
    <div className={`page ${styles['stack']}`}>
      <PageMeta title="Admin Dashboard" description={`Administration of ${association.fullName}.`} isPrivate />
      <AdminHeader />
      <CountCards />
      <AdminTabs />
    </div>
  );
}

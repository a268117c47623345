import { useState } from 'react';
import { AdminHeader } from '../../../components/console/admin-header.tsx';
import { NotPermitted } from '../../../components/console/not-permitted.tsx';
import { SectionTitleContext } from '../../../components/console/section-title.ts';
import { useMay } from '../../../components/console/use-admin.ts';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { ADMIN_SECTIONS, type AdminSection as Section, type AdminSectionName } from '../../../config/admin-sections.ts';
import { useAssociation } from '../../../lib/association.ts';
import styles from './admin.module.css';
import { SCREENS } from './screens.ts';

/** The administrators' pages beside the dashboard: one frame for all, the page of the address within. */
export const AdminSection = ({ name }: { name: AdminSectionName }) => {
  const association = useAssociation();
  const { title, purpose, permission }: Section = ADMIN_SECTIONS[name];
  const [ownTitle, setOwnTitle] = useState<string | null>(null);
  const isPermitted = useMay()(permission);
  const Screen = SCREENS[name];
  return (
    <div className={`page ${styles['stack']}`}>
      <PageMeta
        title={`${ownTitle ?? title} – Administration`}
        description={`${purpose} ${association.fullName}.`}
        isPrivate
      />
      <AdminHeader section={ownTitle ?? title} isWithin={ownTitle !== null} />
      {isPermitted || permission === 'own' ? (
        // Without a placeholder of its own, which would stay for 300 ms at least, because React limits flicker: the page before stays instead.
        <SectionTitleContext value={setOwnTitle}>
          <Screen />
        </SectionTitleContext>
      ) : (
        <NotPermitted permission={permission} />
      )}
    </div>
  );
};

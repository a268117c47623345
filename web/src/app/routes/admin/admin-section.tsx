import { lazy, Suspense, type ComponentType } from 'react';
import { useParams } from 'react-router-dom';
import { AdminHeader } from '../../../components/console/admin-header.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ADMIN_SECTIONS, isAdminSection, type AdminSectionName } from '../../../config/admin-sections.ts';
import { association } from '../../../config/association.ts';
import { AdminGate } from '../../admin-gate.tsx';
import NotFound from '../public/not-found.tsx';
import styles from './admin.module.css';

/** The screens, each in its own chunk. */
const SCREENS: Record<AdminSectionName, ComponentType> = {
  analytics: lazy(() => import('./sections/analytics.tsx')),
  people: lazy(() => import('./sections/people.tsx')),
  bootcamp: lazy(() => import('./sections/bootcamp.tsx')),
  events: lazy(() => import('./sections/events.tsx')),
  campaign: lazy(() => import('./sections/campaign.tsx')),
  articles: lazy(() => import('./sections/articles.tsx')),
  testimonials: lazy(() => import('./sections/testimonials.tsx')),
  recordings: lazy(() => import('./sections/recordings.tsx')),
  import: lazy(() => import('./sections/import.tsx')),
  queues: lazy(() => import('./sections/queues.tsx')),
  administrators: lazy(() => import('./sections/administrators.tsx')),
  security: lazy(() => import('./sections/security.tsx')),
  activity: lazy(() => import('./sections/activity.tsx')),
};

const Section = ({ name }: { name: AdminSectionName }) => {
  const Screen = SCREENS[name];
  return (
    <Suspense fallback={<Skeleton lines={8} label="Loading the page" />}>
      <Screen />
    </Suspense>
  );
};

/** The administrators' pages beside the dashboard: one frame for all, the page that the address names within. */
export default function AdminSection() {
  const { section: name = '' } = useParams();
  if (!isAdminSection(name)) return <NotFound />;
  const { title, purpose } = ADMIN_SECTIONS[name];
  return (
    <AdminGate>
      {(admin) => (
        <div className={`page ${styles['stack']}`}>
          <PageMeta title={`${title} – Administration`} description={`${purpose} ${association.fullName}.`} isPrivate />
          <AdminHeader admin={admin} section={title} />
          <Section key={name} name={name} />
        </div>
      )}
    </AdminGate>
  );
}

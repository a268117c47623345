import { lazy, Suspense, type ComponentType } from 'react';
import { AdminHeader } from '../../../components/console/admin-header.tsx';
import { NotPermitted } from '../../../components/console/not-permitted.tsx';
import { useMay } from '../../../components/console/use-admin.ts';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ADMIN_SECTIONS, type AdminSection as Section, type AdminSectionName } from '../../../config/admin-sections.ts';
import { useAssociation } from '../../../lib/association.ts';
import styles from './admin.module.css';

/** The screens, each in its own chunk. */
const SCREENS: Record<AdminSectionName, ComponentType> = {
  analytics: lazy(() => import('./sections/analytics.tsx')),
  people: lazy(() => import('./sections/people.tsx')),
  bootcamp: lazy(() => import('./sections/bootcamp.tsx')),
  workshops: lazy(() => import('./sections/workshops.tsx')),
  events: lazy(() => import('./sections/events.tsx')),
  inbox: lazy(() => import('./sections/inbox.tsx')),
  'canned-replies': lazy(() => import('./sections/canned-replies.tsx')),
  campaign: lazy(() => import('./sections/campaign.tsx')),
  articles: lazy(() => import('./sections/articles.tsx')),
  testimonials: lazy(() => import('./sections/testimonials.tsx')),
  'site-texts': lazy(() => import('./sections/site-texts.tsx')),
  documents: lazy(() => import('./sections/documents.tsx')),
  recordings: lazy(() => import('./sections/recordings.tsx')),
  import: lazy(() => import('./sections/import.tsx')),
  queues: lazy(() => import('./sections/queues.tsx')),
  profile: lazy(() => import('./sections/profile.tsx')),
  'meeting-links': lazy(() => import('./sections/meeting-links.tsx')),
  administrators: lazy(() => import('./sections/administrators.tsx')),
  security: lazy(() => import('./sections/security.tsx')),
  activity: lazy(() => import('./sections/activity.tsx')),
};

/** The administrators' pages beside the dashboard: one frame for all, the page of the address within. */
export const AdminSection = ({ name }: { name: AdminSectionName }) => {
  const association = useAssociation();
  const { title, purpose, permission }: Section = ADMIN_SECTIONS[name];
  const isPermitted = useMay()(permission);
  const Screen = SCREENS[name];
  return (
    <div className={`page ${styles['stack']}`}>
      <PageMeta title={`${title} – Administration`} description={`${purpose} ${association.fullName}.`} isPrivate />
      <AdminHeader section={title} />
      {isPermitted || permission === 'own' ? (
        <Suspense key={name} fallback={<Skeleton lines={8} label="Loading the page" />}>
          <Screen />
        </Suspense>
      ) : (
        <NotPermitted permission={permission} />
      )}
    </div>
  );
};

import { PaymentDue, useInactiveReason } from '../../../components/subscription/payment-due.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { pathTo } from '../../../config/paths.ts';
import { AnnouncementsCard } from '../../../features/dashboard/components/announcements-card.tsx';
import { BootcampCard } from '../../../features/dashboard/components/bootcamp-card.tsx';
import { CompleteMembership } from '../../../features/dashboard/components/complete-membership.tsx';
import { DivisionCard } from '../../../features/dashboard/components/division-card.tsx';
import { QuickActions } from '../../../features/dashboard/components/quick-actions.tsx';
import { ReferralCard } from '../../../features/dashboard/components/referral-card.tsx';
import { ResourcesCard } from '../../../features/dashboard/components/resources-card.tsx';
import { StatCards } from '../../../features/dashboard/components/stat-cards.tsx';
import { TournamentCard } from '../../../features/dashboard/components/tournament-card.tsx';
import { WeeklySessionCard } from '../../../features/dashboard/components/weekly-session-card.tsx';
import { WorkshopCard } from '../../../features/dashboard/components/workshop-card.tsx';
import { isActive, useMember } from '../../../lib/member-context.ts';
import styles from './dashboard.module.css';

export default function Dashboard() {
  const { user, logOut } = useMember();
  const reason = useInactiveReason();
  return (
    <div className="page">
      <PageMeta title="Dashboard" description="Your membership at a glance." isPrivate />
      <PageHeader
        title={`Welcome back, ${user.firstName}`}
        over={<Badge tone={isActive(user) ? 'ok' : 'wait'}>{isActive(user) ? 'Active Member' : 'Inactive'}</Badge>}
        actions={
          <>
            <LinkButton to={pathTo('accountSettings')}>Account</LinkButton>
            <Button onClick={logOut}>Log Out</Button>
          </>
        }
      />
      <div className={styles['stack']}>
        {reason === 'payment_due' && <PaymentDue />}
        {!isActive(user) && reason !== undefined && reason !== 'payment_due' && <CompleteMembership reason={reason} />}
        <DivisionCard />
        <WeeklySessionCard />
        <StatCards />
        <div className={styles['columns']}>
          <Stack gap="cards">
            <BootcampCard />
            <TournamentCard />
            <ResourcesCard />
            <ReferralCard />
            <WorkshopCard />
          </Stack>
          <Stack gap="cards">
            <QuickActions />
            <AnnouncementsCard />
          </Stack>
        </div>
      </div>
    </div>
  );
}

import { May } from '../../../components/console/may.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { ACTION_COLUMNS, nameOfAction } from '../../../components/console/action-columns.tsx';
import { DataTable } from '../../../components/console/data-table/data-table.tsx';
import { TableSkeleton } from '../../../components/console/data-table/table-skeleton.tsx';
import { ExportButton } from '../../../components/console/export-button.tsx';
import { actionsQuery } from '../../../components/console/list-actions.ts';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { useMay } from '../../../components/console/use-admin.ts';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { consoleAreasFor } from '../../../config/console-areas.ts';
import { useAssociation } from '../../../lib/association.ts';
import styles from './overview-tab.module.css';
import { SyncActions } from './sync-actions.tsx';

const RecentActivity = () => {
  const { data, isPending, isError, isFetching, refetch } = useQuery(actionsQuery);
  return (
    <Stack as="section" gap={4} className={styles['section']} aria-label="Recent activity">
      <h2>Recent activity</h2>
      <p>
        The 10 latest actions of administrators, including the pages of people that they viewed (“Viewed person”). To
        find an older change, search the page <Link to={adminSectionPath('activity')}>Activity</Link>.
      </p>
      {isPending ? (
        <TableSkeleton label="Loading recent activity" />
      ) : isError ? (
        <ErrorState
          title="The recent activity could not be loaded"
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : data.length === 0 ? (
        <EmptyState title="No activity yet">The actions of administrators appear here, newest first.</EmptyState>
      ) : (
        <DataTable
          caption="The 10 most recent admin actions"
          columns={ACTION_COLUMNS}
          rows={data}
          rowKey={(action) => action.id}
          rowName={nameOfAction}
        />
      )}
    </Stack>
  );
};

/** Shortcuts for the role, and the latest actions. A role without exports gets the areas that it works in. */
export const OverviewTab = () => {
  const association = useAssociation();
  const may = useMay();
  return (
    <div className={styles['stack']}>
      <Stack as="section" gap={4} className={styles['section']} aria-label="Quick actions">
        <h2>Quick actions</h2>
        <May permission="people:export">
          <p>
            An export saves a whole list as a CSV file, which opens in any spreadsheet program. Its times are in UTC.
          </p>
          <Actions>
            <ExportButton kind="debate-club">Export debate club</ExportButton>
            <ExportButton kind="tournaments">Export tournaments</ExportButton>
            <ExportButton kind="newsletter">Export newsletter</ExportButton>
          </Actions>
        </May>
        <May permission="registrations:write">
          <p>
            You need a sync only if somebody paid and is not in the Debate Club list. It compares the list with Stripe,
            the payment service, and adds what is missing. It charges no one. It does not add registrations that you
            deleted; “Sync one member” brings one back.
            <May permission="payments:read">
              {' '}
              The result is under <Link to={adminSectionPath('reconciliation')}>Reconciliation</Link>.
            </May>
          </p>
          <SyncActions />
        </May>
        <May permission="inbox:write">
          <p>
            Messages from the contact form are emailed to {association.supportEmail}. Answer them in the{' '}
            <Link to={adminSectionPath('inbox')}>Inbox</Link>.
          </p>
        </May>
        {!may('people:export') && (
          <Actions>
            {consoleAreasFor(may)
              .filter(({ name }) => name !== 'Home')
              .map(({ name, pages: [{ to }] }) => (
                <LinkButton key={name} to={to}>
                  {name}
                </LinkButton>
              ))}
          </Actions>
        )}
      </Stack>
      <May permission="staff:read">
        <RecentActivity />
      </May>
    </div>
  );
};

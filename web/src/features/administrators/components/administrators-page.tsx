import type { Administrator } from '@lectern/contracts/identity/administrator';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DataColumn, RowAction } from '../../../components/console/data-table/data-column.ts';
import { DataTable } from '../../../components/console/data-table/data-table.tsx';
import { TableSkeleton } from '../../../components/console/data-table/table-skeleton.tsx';
import { RowName } from '../../../components/console/row-name.tsx';
import { ShortDate } from '../../../components/console/short-date.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { adminSession } from '../../../lib/admin-session.ts';
import { parseAdmin } from '../../../lib/parse-admin.ts';
import { administratorsQuery } from '../api/administrators.ts';
import { type Change, ConfirmChange } from './confirm-change.tsx';
import { InviteForm } from './invite-form.tsx';

const isInvited = ({ isActive, lastLoginAt }: Administrator) => isActive && lastLoginAt === null;

const Status = (admin: Administrator) =>
  isInvited(admin) ? (
    <Badge tone="wait">Invited</Badge>
  ) : admin.isActive ? (
    <Badge tone="ok">Active</Badge>
  ) : (
    <Badge tone="stop">Deactivated</Badge>
  );

const COLUMNS: readonly DataColumn<Administrator>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => <RowName>{name}</RowName> },
  { key: 'email', header: 'Email', isLong: true, cell: ({ email }) => email },
  { key: 'status', header: 'Status', cell: Status },
  { key: 'factor', header: 'Second factor', cell: ({ hasSecondFactor }) => (hasSecondFactor ? 'On' : 'Off') },
  {
    key: 'login',
    header: 'Last login',
    cell: ({ lastLoginAt }) => (lastLoginAt === null ? 'Never' : <ShortDate at={lastLoginAt} />),
  },
];

const actionsOf = (admin: Administrator, ask: (change: Change) => void): RowAction[] => [
  ...(isInvited(admin) ? [{ label: 'Invite again', onSelect: () => ask('invite') }] : []),
  admin.isActive
    ? { label: 'Deactivate', danger: true, onSelect: () => ask('deactivate') }
    : { label: 'Reactivate', onSelect: () => ask('reactivate') },
];

/** The administrators, who may log in to the dashboard. */
export const AdministratorsPage = () => {
  const { data, isPending, isError, isFetching, refetch } = useQuery(administratorsQuery);
  const [isInviting, setInviting] = useState(false);
  const ownId = parseAdmin(adminSession.storedAdmin())?.id;
  const [asked, setAsked] = useState<{ change: Change; admin: Administrator } | null>(null);

  if (isPending) return <TableSkeleton label="Loading the administrators" />;
  if (isError)
    return (
      <ErrorState title="The administrators could not be loaded" onRetry={() => void refetch()} retrying={isFetching} />
    );
  return (
    <Stack as="section" gap={4} aria-label="Administrators">
      <p>
        Every administrator can use the whole dashboard. An invited administrator becomes active by choosing a password
        through the emailed link. When an administrator is invited, deactivated or reactivated, we email the others.
      </p>
      <Actions end>
        <Button size="small" variant="primary" onClick={() => setInviting(true)}>
          Invite an administrator
        </Button>
      </Actions>
      <DataTable
        caption="Administrators"
        rows={data}
        rowKey={({ id }) => id}
        columns={COLUMNS}
        rowName={({ name, id }) => (id === ownId ? `${name} (you)` : name)}
        rowActions={(admin) => (admin.id === ownId ? [] : actionsOf(admin, (change) => setAsked({ change, admin })))}
      />
      <Dialog open={isInviting} onClose={() => setInviting(false)} title="Invite an administrator">
        {isInviting && <InviteForm onDone={() => setInviting(false)} />}
      </Dialog>
      {asked !== null && <ConfirmChange {...asked} onClose={() => setAsked(null)} />}
    </Stack>
  );
};

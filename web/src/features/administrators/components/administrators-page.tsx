import type { Administrator } from '@lectern/contracts/identity/administrator';
import { onlyMay, ROLE_WORDS } from '@lectern/contracts/identity/permission';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DataColumn, RowAction } from '../../../components/console/data-table/data-column.ts';
import { DataTable } from '../../../components/console/data-table/data-table.tsx';
import { TableSkeleton } from '../../../components/console/data-table/table-skeleton.tsx';
import { FormDialog } from '../../../components/console/form-dialog.tsx';
import { RowName } from '../../../components/console/row-name.tsx';
import { shortDate } from '../../../components/console/format-short-date.ts';
import { useAdmin, useMay } from '../../../components/console/use-admin.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { formatDate } from '../../../lib/format.ts';
import { administratorsQuery } from '../api/administrators.ts';
import { ChangeRole } from './change-role.tsx';
import { type Change, ConfirmChange } from './confirm-change.tsx';
import { InviteForm } from './invite-form.tsx';
import { SecondFactorPolicy } from './second-factor-policy.tsx';

const isInvited = ({ isActive, lastLoginAt }: Administrator) => isActive && lastLoginAt === null;

const Status = (admin: Administrator) =>
  isInvited(admin) ? (
    <Badge tone="wait">Invited</Badge>
  ) : admin.isActive ? (
    <Badge tone="ok">Active</Badge>
  ) : (
    <Badge tone="stop">Deactivated</Badge>
  );

const linkOf = (admin: Administrator): string =>
  !isInvited(admin)
    ? '—'
    : admin.invitedUntil === null
      ? 'No link works now'
      : `Works until ${formatDate(admin.invitedUntil)}`;

/** A day of the association, without a time. */
const LastSeen = ({ day }: { day: string }) => <time dateTime={day}>{shortDate(day, 'UTC')}</time>;

type Asked = Change | 'role';

const COLUMNS: readonly DataColumn<Administrator>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => <RowName>{name}</RowName> },
  { key: 'email', header: 'Email', isLong: true, cell: ({ email }) => email },
  {
    key: 'role',
    header: 'Role',
    cell: ({ role }) => <span title={ROLE_WORDS[role].purpose}>{ROLE_WORDS[role].name}</span>,
  },
  { key: 'status', header: 'Status', cell: Status },
  { key: 'invitation', header: 'Invitation', cell: linkOf },
  { key: 'factor', header: 'Second factor', cell: ({ hasSecondFactor }) => (hasSecondFactor ? 'On' : 'Off') },
  {
    key: 'seen',
    header: 'Last seen',
    cell: ({ lastSeenOn }) => (lastSeenOn === null ? 'Never' : <LastSeen day={lastSeenOn} />),
  },
];

const actionsOf = (admin: Administrator, ownId: string, ask: (change: Asked) => void): RowAction[] => [
  { label: 'Change role', onSelect: () => ask('role') },
  ...(isInvited(admin) ? [{ label: 'Invite again', onSelect: () => ask('invite') }] : []),
  ...(admin.id === ownId
    ? []
    : [
        admin.isActive
          ? { label: 'Deactivate', danger: true, onSelect: () => ask('deactivate') }
          : { label: 'Reactivate', onSelect: () => ask('reactivate') },
      ]),
];

/** The staff, who may log in to the console: their roles, invitations, and the second factor that roles require. */
export const AdministratorsPage = () => {
  const { data, isPending, isError, isFetching, refetch } = useQuery(administratorsQuery);
  const [isInviting, setInviting] = useState(false);
  const [asked, setAsked] = useState<{ change: Asked; admin: Administrator } | null>(null);
  const mayChange = useMay()('staff:write');
  const { id: ownId } = useAdmin();
  const close = () => setAsked(null);

  if (isPending) return <TableSkeleton label="Loading the administrators" />;
  if (isError)
    return (
      <ErrorState title="The administrators could not be loaded" onRetry={() => void refetch()} retrying={isFetching} />
    );
  return (
    <Stack gap={6}>
      <Stack as="section" gap={4} aria-label="Administrators">
        <p>
          The role of an administrator decides what they may do. An invited administrator becomes active by choosing a
          password through the emailed link. When owners invite administrators or change their role or access, we email
          the others.{!mayChange && ` ${onlyMay('staff:write')}`}
        </p>
        {mayChange && (
          <Actions end>
            <Button size="small" variant="primary" onClick={() => setInviting(true)}>
              Invite an administrator
            </Button>
          </Actions>
        )}
        <DataTable
          caption="Administrators"
          rows={data}
          rowKey={({ id }) => id}
          columns={COLUMNS}
          rowName={({ name, id }) => (id === ownId ? `${name} (you)` : name)}
          {...(mayChange
            ? {
                rowActions: (admin: Administrator) => actionsOf(admin, ownId, (change) => setAsked({ change, admin })),
              }
            : {})}
        />
      </Stack>
      <SecondFactorPolicy staff={data} />
      <FormDialog open={isInviting} onClose={() => setInviting(false)} title="Invite an administrator">
        {isInviting && <InviteForm onDone={() => setInviting(false)} />}
      </FormDialog>
      {asked !== null &&
        (asked.change === 'role' ? (
          <ChangeRole admin={asked.admin} onClose={close} />
        ) : (
          <ConfirmChange change={asked.change} admin={asked.admin} onClose={close} />
        ))}
    </Stack>
  );
};

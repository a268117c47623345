import type { Administrator } from '@lectern/contracts/identity/administrator';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styles from '../../../components/console/admin-list.module.css';
import row from '../../../components/console/row-actions.module.css';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { Table, type Column } from '../../../components/ui/table.tsx';
import { adminSession } from '../../../lib/admin-session.ts';
import { formatDate } from '../../../lib/format.ts';
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

interface Does {
  ownId: string | undefined;
  ask: (change: Change, admin: Administrator) => void;
}

const columns = ({ ownId, ask }: Does): readonly Column<Administrator>[] => [
  { key: 'name', header: 'Name', cell: ({ name }) => <span className={styles['name']}>{name}</span> },
  { key: 'email', header: 'Email', breakable: true, cell: ({ email }) => email },
  { key: 'status', header: 'Status', cell: Status },
  { key: 'factor', header: 'Second factor', cell: ({ hasSecondFactor }) => (hasSecondFactor ? 'On' : 'Off') },
  {
    key: 'login',
    header: 'Last login',
    cell: ({ lastLoginAt }) => (lastLoginAt === null ? 'Never' : formatDate(lastLoginAt)),
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    cell: (admin) =>
      admin.id === ownId ? (
        'You'
      ) : (
        <span className={row['actions']}>
          {isInvited(admin) && (
            <Button size="small" onClick={() => ask('invite', admin)} aria-label={`Invite ${admin.name} again`}>
              Invite again
            </Button>
          )}
          <Button
            size="small"
            variant={admin.isActive ? 'danger' : undefined}
            onClick={() => ask(admin.isActive ? 'deactivate' : 'reactivate', admin)}
            aria-label={`${admin.isActive ? 'Deactivate' : 'Reactivate'} ${admin.name}`}
          >
            {admin.isActive ? 'Deactivate' : 'Reactivate'}
          </Button>
        </span>
      ),
  },
];

/** The administrators, who may log in to the dashboard. */
export const AdministratorsPage = () => {
  const { data, isPending, isError, isFetching, refetch } = useQuery(administratorsQuery);
  const [isInviting, setInviting] = useState(false);
  const [asked, setAsked] = useState<{ change: Change; admin: Administrator } | null>(null);

  if (isPending) return <Skeleton lines={6} label="Loading the administrators" />;
  if (isError)
    return (
      <ErrorState title="The administrators could not be loaded" onRetry={() => void refetch()} retrying={isFetching} />
    );
  return (
    <Stack as="section" gap={4} aria-label="Administrators">
      <div className={styles['head']}>
        <p className={styles['count']}>
          Every administrator can use the whole dashboard. An invited administrator becomes active by choosing a
          password through the emailed link. When an administrator is invited, deactivated or reactivated, we email the
          others.
        </p>
        <Actions>
          <Button size="small" variant="primary" onClick={() => setInviting(true)}>
            Invite an administrator
          </Button>
        </Actions>
      </div>
      <Table
        caption="Administrators"
        rows={data}
        rowKey={({ id }) => id}
        columns={columns({
          ownId: parseAdmin(adminSession.storedAdmin())?.id,
          ask: (change, admin) => setAsked({ change, admin }),
        })}
      />
      <Dialog open={isInviting} onClose={() => setInviting(false)} title="Invite an administrator">
        {isInviting && <InviteForm onDone={() => setInviting(false)} />}
      </Dialog>
      {asked !== null && <ConfirmChange {...asked} onClose={() => setAsked(null)} />}
    </Stack>
  );
};

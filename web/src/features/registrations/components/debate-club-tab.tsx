import { FormDialog } from '../../../components/console/form-dialog.tsx';
import { useMay } from '../../../components/console/use-admin.ts';
import type { DebateClubRegistration } from '@lectern/contracts/registrations/model';
import { useState } from 'react';
import { DataList } from '../../../components/console/data-table/data-list.tsx';
import { deleteColumn } from '../../../components/console/delete-column.tsx';
import { DeleteDialog } from '../../../components/console/delete-dialog.tsx';
import { statusFilter, type ListFilter } from '../../../components/console/list-view.ts';
import { MEMBERSHIP_REFUND, HOW_TO_REFUND } from '../../../components/console/payment-words.ts';
import { PersonLink } from '../../../components/console/person-link.tsx';
import { StatusBadge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import type { DataColumn } from '../../../components/console/data-table/data-column.ts';
import { RowName } from '../../../components/console/row-name.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { formatDate, humanize } from '../../../lib/format.ts';
import { debateClubList, removeRegistration } from '../api/debate-club.ts';
import { DIVISION_FILTER } from '../division-filter.ts';
import { REGISTERED_FILTERS } from '../registered-filters.ts';
import { AddMemberForm } from './add-member-form.tsx';
import { CopyAllEmails } from './copy-all-emails.tsx';

const DEBATE_CLUB_FILTERS: readonly ListFilter[] = [
  statusFilter([
    { value: 'active', label: 'Active' },
    { value: 'paused', label: 'Paused' },
    { value: 'cancelled', label: 'Cancelled' },
  ]),
  DIVISION_FILTER,
  {
    key: 'billingCycle',
    label: 'Billing',
    all: 'Monthly and annual',
    options: [
      { value: 'monthly', label: 'Monthly' },
      { value: 'annual', label: 'Annual' },
    ],
  },
  ...REGISTERED_FILTERS,
];

const nameOf = ({ firstName, lastName }: DebateClubRegistration) => `${firstName} ${lastName}`;

const pageOf = ({ email }: DebateClubRegistration) => adminSectionPath('people', { email });

const columns = (onDelete: (row: DebateClubRegistration) => void): readonly DataColumn<DebateClubRegistration>[] => [
  { key: 'name', header: 'Name', isLong: true, cell: (row) => <RowName>{nameOf(row)}</RowName> },
  { key: 'email', header: 'Email', isLong: true, cell: (row) => <PersonLink email={row.email} /> },
  { key: 'division', header: 'Division', cell: (row) => humanize(row.division) },
  { key: 'billing', header: 'Billing', cell: (row) => humanize(row.billingCycle) },
  { key: 'status', header: 'Status', cell: (row) => <StatusBadge status={row.status} /> },
  {
    key: 'registered',
    header: 'Registered',
    sort: 'registeredAt',
    cell: (row) => (row.registeredAt === null ? 'N/A' : formatDate(row.registeredAt)),
  },
  deleteColumn(nameOf, onDelete, 'registrations:write'),
];

/** Explains that deleting a registration does not stop its payments. */
const aftermath = ({ stripeSubscriptionId, status }: DebateClubRegistration): string =>
  stripeSubscriptionId === null
    ? 'This registration has no paid subscription. A subscription of another registration is not changed.'
    : status === 'cancelled'
      ? 'Its subscription is already cancelled, or does not renew because the account is deactivated. Deleting does not change that.'
      : 'The paid subscription continues: Stripe charges it as before, and the member area stays open. To end it, ask the person with the Stripe login to cancel it there. To bring the registration back, use “Sync one member” on the Overview tab.';

/** All debate club registrations. */
export const DebateClubTab = () => {
  const [leaving, setLeaving] = useState<DebateClubRegistration | null>(null);
  const [isAdding, setAdding] = useState(false);
  const may = useMay();
  return (
    <>
      <DataList
        source={debateClubList}
        label="Debate club registrations"
        noun={['registration', 'registrations']}
        searchHint="First name, last name or email"
        filters={DEBATE_CLUB_FILTERS}
        columns={columns(setLeaving)}
        rowName={nameOf}
        rowPage={pageOf}
        whenEmpty="Registrations appear here as soon as a member’s first payment succeeds, or when you add or import them."
        actions={(view, total) => (
          <>
            {may('people:export') && <CopyAllEmails view={view} isEmpty={total === 0} />}
            {may('registrations:write') && (
              <Button variant="primary" size="small" onClick={() => setAdding(true)}>
                Add Member
              </Button>
            )}
          </>
        )}
      />
      <FormDialog open={isAdding} onClose={() => setAdding(false)} title="Add member">
        <AddMemberForm onDone={() => setAdding(false)} />
      </FormDialog>
      <DeleteDialog
        id={leaving?.id ?? null}
        name={leaving === null ? '' : nameOf(leaving)}
        remove={removeRegistration}
        done="Registration deleted"
        failed={{ title: 'Error deleting registration', description: 'Failed to delete registration' }}
        onClose={() => setLeaving(null)}
      >
        {leaving !== null && (
          <>
            <p>
              The registration of {nameOf(leaving)} (<span className="breakable">{leaving.email}</span>) is removed from
              the list. The person is not emailed, and gets no more campaigns to the debate club. No payment is
              refunded.
            </p>
            <p>{aftermath(leaving)}</p>
            {leaving.stripeSubscriptionId !== null && (
              <p>
                {HOW_TO_REFUND} {MEMBERSHIP_REFUND}
              </p>
            )}
          </>
        )}
      </DeleteDialog>
    </>
  );
};

import { FormDialog } from '../../../components/console/form-dialog.tsx';
import { useMay } from '../../../components/console/use-admin.ts';
import type { KnownRegistration, KnownWorkshop } from '@lectern/contracts/person-timeline';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import pair from '../../../components/console/pair.module.css';
import { eventPathOf } from '../../../components/console/event-people.ts';
import { WORKSHOP_STATUSES } from '../../../components/console/workshop-statuses.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { CheckboxField } from '../../../components/ui/checkbox-field.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { type Column, Table } from '../../../components/ui/table.tsx';
import { formatDate, humanize } from '../../../lib/format.ts';
import { registrationTarget } from '../api/correct.ts';
import { toneOf } from '../describe-item.ts';
import { CorrectionForm, type CorrectableField } from './correction-form.tsx';
import styles from './person.module.css';

const LISTS: Record<KnownRegistration['list'], string> = {
  debate_club: 'Debate Club',
  tournament: 'Tournament',
  bootcamp: 'Bootcamp',
};

const titleOf = ({ event, list }: KnownRegistration): string => event?.title ?? LISTS[list];

const fieldsOf = ({ list, isOfMembership, isOfAccount }: KnownRegistration): readonly CorrectableField[] => {
  if (isOfMembership) return ['phone'];
  return [
    'firstName',
    'lastName',
    'phone',
    ...(list === 'bootcamp' ? [] : (['division'] as const)),
    ...(isOfAccount === false ? (['email'] as const) : []),
  ];
};

/** A registration that staff can correct, or a sign-up for a workshop, whose name follows the account. */
type Row = KnownRegistration | (KnownWorkshop & { readonly list: 'workshop' });

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'what',
    header: 'Registration',
    cell: (row) => (
      <span className={pair['pair']}>
        {row.list === 'workshop' ? <Link to={eventPathOf(row.event.id)}>{row.event.title}</Link> : titleOf(row)}
        {row.event !== null && (
          <span className={pair['small']}>
            {row.list === 'workshop' ? 'Workshop' : LISTS[row.list]}, {formatDate(row.event.begins)}
          </span>
        )}
      </span>
    ),
  },
  { key: 'name', header: 'Name', cell: ({ firstName, lastName }) => `${firstName} ${lastName}` },
  {
    key: 'phone',
    header: 'Phone',
    breakable: true,
    cell: (row) => (row.list === 'workshop' ? '—' : (row.phone ?? '—')),
  },
  {
    key: 'division',
    header: 'Division',
    cell: (row) => (row.list === 'workshop' || row.division === null ? '—' : humanize(row.division)),
  },
  {
    key: 'status',
    header: 'Status',
    cell: (row) => {
      const { tone, label } =
        row.list === 'workshop'
          ? WORKSHOP_STATUSES[row.status]
          : { tone: toneOf(row.status), label: humanize(row.status) };
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
];

const correctColumn = (onCorrect: (registration: KnownRegistration) => void): Column<Row> => ({
  key: 'correct',
  header: 'Actions',
  align: 'end',
  cell: (row) =>
    row.list === 'workshop' ? (
      'Follows the account'
    ) : (
      <Button size="small" onClick={() => onCorrect(row)}>
        Correct<span className="visually-hidden"> {titleOf(row)}</span>
      </Button>
    ),
});

/** The rows of a long table before it is unfolded. */
const SHOWN = 10;

/** The newest first. */
const rowsOf = (registrations: readonly KnownRegistration[], workshops: readonly KnownWorkshop[]): Row[] =>
  [...registrations, ...workshops.map((workshop) => ({ ...workshop, list: 'workshop' as const }))].toSorted(
    (one, other) => Date.parse(other.registeredAt) - Date.parse(one.registeredAt),
  );

/** The others in the same name, which is probably mistyped in them as well. */
const namesakesOf = (
  { id, firstName, lastName }: KnownRegistration,
  registrations: readonly KnownRegistration[],
): readonly KnownRegistration[] =>
  registrations.filter(
    (other) => other.id !== id && !other.isOfMembership && other.firstName === firstName && other.lastName === lastName,
  );

interface Props {
  /** Of the person's page. */
  email: string;
  registrations: readonly KnownRegistration[];
}

const CorrectRegistration = ({
  email,
  registration,
  registrations,
  onDone,
}: Props & { registration: KnownRegistration; onDone: () => void }) => {
  const [isForAll, setForAll] = useState(false);
  const namesakes = registration.isOfMembership ? [] : namesakesOf(registration, registrations);
  const title = `Correct ${titleOf(registration)}`;
  return (
    <FormDialog open onClose={onDone} title={title}>
      <CorrectionForm
        label={title}
        target={registrationTarget(email, registration, isForAll ? namesakes : [])}
        fields={fieldsOf(registration)}
        onDone={onDone}
      >
        <p>
          {registration.isOfMembership
            ? 'The name and the division are those of the account, or of the payment where there is none.'
            : registration.isOfAccount === false
              ? 'The place and the payment stay as they are.'
              : 'The account, the place, the payment and the email stay as they are.'}
        </p>
        {namesakes.length > 0 && (
          <CheckboxField
            label={`Change the name in the other registrations of ${registration.firstName} ${registration.lastName} too (${namesakes.length})`}
            checked={isForAll}
            onChange={(event) => setForAll(event.target.checked)}
          />
        )}
      </CorrectionForm>
    </FormDialog>
  );
};

/** A person's registrations, each with its own name and phone number, which staff can correct, and their workshops. */
export const Registrations = ({ email, registrations, workshops }: Props & { workshops: readonly KnownWorkshop[] }) => {
  const [chosen, setChosen] = useState<KnownRegistration | null>(null);
  const [isOpen, setOpen] = useState(false);
  const mayCorrect = useMay()('registrations:write');
  const rows = rowsOf(registrations, workshops);
  if (rows.length === 0) return null;
  const isFolded = !isOpen && rows.length > SHOWN;
  return (
    <Stack as="section" gap={4} aria-labelledby="person-registrations">
      <h2 id="person-registrations" className={styles['section']}>
        Registrations
      </h2>
      <Table
        caption="Registrations"
        columns={mayCorrect ? [...COLUMNS, correctColumn(setChosen)] : COLUMNS}
        rows={isFolded ? rows.slice(0, SHOWN) : rows}
        rowKey={({ list, id }) => `${list}:${id}`}
      />
      {isFolded && (
        <div className={styles['more']}>
          <Button onClick={() => setOpen(true)}>Show all {rows.length}</Button>
        </div>
      )}
      {chosen !== null && (
        <CorrectRegistration
          email={email}
          registration={chosen}
          registrations={registrations}
          onDone={() => setChosen(null)}
        />
      )}
    </Stack>
  );
};

import { useMay } from '../../../components/console/use-admin.ts';
import type { KnownRegistration } from '@lectern/contracts/person-timeline';
import { useState } from 'react';
import pair from '../../../components/console/pair.module.css';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { CheckboxField } from '../../../components/ui/checkbox-field.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
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

const COLUMNS: readonly Column<KnownRegistration>[] = [
  {
    key: 'what',
    header: 'Registration',
    cell: (registration) => (
      <span className={pair['pair']}>
        {titleOf(registration)}
        {registration.event !== null && (
          <span className={pair['small']}>
            {LISTS[registration.list]}, {formatDate(registration.event.begins)}
          </span>
        )}
      </span>
    ),
  },
  { key: 'name', header: 'Name', cell: ({ firstName, lastName }) => `${firstName} ${lastName}` },
  { key: 'phone', header: 'Phone', breakable: true, cell: ({ phone }) => phone ?? '—' },
  {
    key: 'division',
    header: 'Division',
    cell: ({ division }) => (division === null ? '—' : humanize(division)),
  },
  { key: 'status', header: 'Status', cell: ({ status }) => <Badge tone={toneOf(status)}>{humanize(status)}</Badge> },
];

const correctColumn = (onCorrect: (registration: KnownRegistration) => void): Column<KnownRegistration> => ({
  key: 'correct',
  header: 'Actions',
  align: 'end',
  cell: (registration) => (
    <Button size="small" onClick={() => onCorrect(registration)}>
      Correct<span className="visually-hidden"> {titleOf(registration)}</span>
    </Button>
  ),
});

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
    <Dialog open onClose={onDone} title={title}>
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
    </Dialog>
  );
};

/** A person's registrations, each with its own name and phone number, which staff can correct. */
export const Registrations = ({ email, registrations }: Props) => {
  const [chosen, setChosen] = useState<KnownRegistration | null>(null);
  const mayCorrect = useMay()('registrations:write');
  if (registrations.length === 0) return null;
  return (
    <Stack as="section" gap={4} aria-labelledby="person-registrations">
      <h2 id="person-registrations" className={styles['section']}>
        Registrations
      </h2>
      <Table
        caption="Registrations"
        columns={mayCorrect ? [...COLUMNS, correctColumn(setChosen)] : COLUMNS}
        rows={registrations}
        rowKey={({ list, id }) => `${list}:${id}`}
      />
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

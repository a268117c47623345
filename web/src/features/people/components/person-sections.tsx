import type { KnownPerson } from '@lectern/contracts/system/people-http';
import { useMay } from '../../../components/console/use-admin.ts';
import styles from './person.module.css';

/** The headings within the summary of a person. */
export const PERSON_PARTS = { account: 'person-account', money: 'person-money', mail: 'person-mail' } as const;

/** Links to the sections of a person's page, in their order. The keyboard goes on from the section. */
export const PersonSections = ({ person }: { person: KnownPerson }) => {
  const may = useMay();
  const sections = [
    ['person-name', 'Overview'],
    [PERSON_PARTS.money, 'Membership and payments'],
    [PERSON_PARTS.mail, 'Emails'],
    ...(person.account === null || !may('payments:read') ? [] : [['person-credit', 'Credit'] as const]),
    ['person-tags', 'Tags'],
    ...(person.registrations.length + person.workshops.length === 0
      ? []
      : [['person-registrations', 'Registrations'] as const]),
    ['person-notes', 'Notes'],
    ['person-data', 'Personal data'],
    ['person-timeline', 'Timeline'],
  ] as const;
  return (
    <nav className={styles['sections']} aria-label="Sections of this page">
      {sections.map(([id, label]) => (
        <a key={id} href={`#${id}`}>
          {label}
        </a>
      ))}
    </nav>
  );
};

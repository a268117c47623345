import type { PersonPart } from '@lectern/contracts/system/people-http';

/** The parts of the system that follow identity in an erasure or a merge, by the service that has them. */
export const PART_OF = new Map<string, PersonPart>([
  ['billing', 'payments'],
  ['registrations', 'registrations'],
  ['messaging', 'mail'],
]);

export const PART_WORDS: Readonly<Record<PersonPart, string>> = {
  account: 'accounts',
  payments: 'payments',
  registrations: 'registrations',
  mail: 'emails',
};

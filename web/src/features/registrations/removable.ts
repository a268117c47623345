import type { RowAction } from '../../components/console/data-table/data-column.ts';
import { adminSectionPath } from '../../config/admin-sections.ts';

/** A registration of a person, as the lists with deletion show it. */
export interface Registration {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** How registrations of a kind are deleted. */
export interface Removable<T extends Registration> {
  readonly remove: (id: string) => Promise<{ message: string }>;
  /** The payment for a row that deleting does not refund, in cents. */
  readonly keptPayment: (row: T) => number;
  /** Says whether the person of a row is emailed and what happens to the place; of several people without `row`. */
  readonly consequences: (row?: T) => string;
}

/** The name of a registration's person, which the deletion of their account erases. */
export const nameOf = ({ firstName, lastName }: Pick<Registration, 'firstName' | 'lastName'>): string => {
  const name = `${firstName} ${lastName}`.trim();
  return name === '' ? 'Deleted account' : name;
};

/** The page of a registration's person; undefined once the account was deleted. */
export const personPageOf = ({ email }: Pick<Registration, 'email'>): string | undefined =>
  email === '' ? undefined : adminSectionPath('people', { email });

/** The action that opens that page, where there is one. */
export const personAction = (row: Pick<Registration, 'email'>): RowAction[] => {
  const to = personPageOf(row);
  return to === undefined ? [] : [{ label: 'Open the person', to }];
};

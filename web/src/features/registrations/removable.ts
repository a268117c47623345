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

export const nameOf = ({ firstName, lastName }: Pick<Registration, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;

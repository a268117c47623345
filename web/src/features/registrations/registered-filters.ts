import { dayFilter } from '../../components/console/list-view.ts';

/** By the day of the registration, in the association's time zone. */
export const REGISTERED_FILTERS = [
  dayFilter('registeredFrom', 'Registered from'),
  dayFilter('registeredUntil', 'Registered until'),
];

import { NO_FILTER, type StatusFilter } from '../../components/console/list-view.ts';

export const SHOWN_FILTERS: readonly StatusFilter[] = [
  NO_FILTER,
  { value: 'shown', label: 'Shown' },
  { value: 'hidden', label: 'Hidden' },
];

import { statusFilter, type ListFilter } from '../../components/console/list-view.ts';

export const SHOWN_FILTERS: readonly ListFilter[] = [
  statusFilter([
    { value: 'shown', label: 'Shown' },
    { value: 'hidden', label: 'Hidden' },
  ]),
];

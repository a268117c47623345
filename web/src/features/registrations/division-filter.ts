import type { ListFilter } from '../../components/console/list-view.ts';

export const DIVISION_FILTER: ListFilter = {
  key: 'division',
  label: 'Division',
  all: 'All divisions',
  options: [
    { value: 'development', label: 'Development' },
    { value: 'professional', label: 'Professional' },
  ],
};

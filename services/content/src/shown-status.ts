import { DomainError } from '@lectern/contracts/errors';
import type { ListQuery } from '@lectern/contracts/page';

/** Parses the status filter, shown or hidden; null for all. Throws `invalid_request`. */
export const isHiddenOf = ({ status }: Pick<ListQuery, 'status'>): boolean | null => {
  if (status === undefined) return null;
  if (status !== 'shown' && status !== 'hidden')
    throw new DomainError('invalid_request', { fields: { status: 'There is no such status' } });
  return status === 'hidden';
};

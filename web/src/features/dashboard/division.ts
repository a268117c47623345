import type { Division } from '@lectern/contracts/fields';

/** The division of a control's value. */
export const parseDivision = (value: string): Division => (value === 'professional' ? 'professional' : 'development');

/* Values that examples share. Nobody has these names or addresses: example.org belongs to no one. */

export const ID = '0b8f5d0e-3c4a-4a57-9c55-7a3f0c1d2e10';
export const OTHER_ID = '5e1c9a44-7b1e-4d0a-8f6b-2d9c4b7a6f21';
export const PERSON = { email: 'sample@example.org', firstName: 'Sample', lastName: 'Person' } as const;
export const ADMIN_EMAIL = 'admin@example.org';
export const PASSWORD = 'a long sentence of yours';
/** The token of a session; a real one is longer. */
export const TOKEN = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIwYjhmIn0.c2lnbmF0dXJl';
/** The token of an emailed link. */
export const LINK_TOKEN = 'kx3-Zr0Qn8mVt5sYb2LwUe7aHc1dPf4g';
export const CODE = '123456';

export const MARCH_1 = '2026-03-01T17:00:00.000Z';
export const MARCH_2 = '2026-03-02T17:00:00.000Z';
export const APRIL_11 = '2026-04-11T16:00:00.000Z';
export const APRIL_12 = '2026-04-12T00:00:00.000Z';

/** A page with one row, which is the last one. */
export const pageWith = <T>(item: T): { items: T[]; nextCursor: null; total: number } => ({
  items: [item],
  nextCursor: null,
  total: 1,
});

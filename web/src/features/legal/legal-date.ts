/** The effective date of the three legal texts. Change it with any of them. */
export const LEGAL_DATE = '2025-10-01';

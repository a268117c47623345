/** The day from which the three texts hold. Whoever changes one of them changes it. */
export const LEGAL_DATE = '2025-10-01';

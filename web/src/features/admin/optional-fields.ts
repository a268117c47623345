/** An optional number field: what was left empty is not sent. */
export const optionalNumber = (typed: unknown): number | undefined =>
  typed === '' || typed == null ? undefined : Number(typed);

/** An optional date and time as the browser's field holds it, to an instant; what cannot be read is left for the schema to refuse. */
export const optionalInstant = (typed: unknown): string | undefined => {
  if (typeof typed !== 'string' || typed === '') return undefined;
  const instant = new Date(typed);
  return Number.isNaN(instant.getTime()) ? typed : instant.toISOString();
};

/** An optional choice: the empty one is not sent. */
export const optionalChoice = (chosen: unknown): unknown => (chosen === '' ? undefined : chosen);

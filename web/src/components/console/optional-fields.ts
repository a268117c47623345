/** An optional number field; an empty one is not sent. */
export const optionalNumber = (typed: unknown): number | undefined =>
  typed === '' || typed == null ? undefined : Number(typed);

/** A value of the browser's date and time field as an instant. An invalid value is returned unchanged for the schema to refuse. */
export const optionalInstant = (typed: unknown): string | undefined => {
  if (typeof typed !== 'string' || typed === '') return undefined;
  const instant = new Date(typed);
  return Number.isNaN(instant.getTime()) ? typed : instant.toISOString();
};

/** An optional choice; an empty one is not sent. */
export const optionalChoice = (chosen: unknown): unknown => (chosen === '' ? undefined : chosen);

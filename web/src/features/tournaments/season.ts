/** The four tournaments of a year, by the day of the year around which each falls. */
export const SEASON = [
  { name: 'Winter', day: 57 },
  { name: 'Spring', day: 136 },
  { name: 'Summer', day: 227 },
  { name: 'Fall', day: 326 },
] as const;

const DAYS = 365;

/** A point of the year on a circle: the first of January on top, then clockwise. */
export const onRing = (day: number, radius: number, center: number): { x: number; y: number } => {
  const angle = (day / DAYS) * 2 * Math.PI;
  const round = (value: number) => Math.round(value * 10) / 10;
  return { x: round(center + radius * Math.sin(angle)), y: round(center - radius * Math.cos(angle)) };
};

const dayOfYear = (instant: Date): number =>
  (instant.getTime() - Date.UTC(instant.getUTCFullYear(), 0, 1)) / 86_400_000;

/** The tournament that an instant belongs to: of the four, the nearest one on the ring. */
export const seasonOf = (instant: Date): (typeof SEASON)[number]['name'] => {
  const day = dayOfYear(instant);
  const distance = (other: number) => Math.min(Math.abs(day - other), DAYS - Math.abs(day - other));
  return SEASON.reduce(
    (nearest, season) => (distance(season.day) < distance(nearest.day) ? season : nearest),
    SEASON[0] as (typeof SEASON)[number],
  ).name;
};

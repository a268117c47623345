/** From a year until the present one: "2019–2025", or one year. */
export const yearsSince = (year: string): string => {
  const now = String(new Date().getFullYear());
  return year === now ? now : `${year}–${now}`;
};

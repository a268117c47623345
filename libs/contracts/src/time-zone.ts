/**
 * Whether this is the name of an IANA zone by its place ("America/Los_Angeles"), or UTC. Abbreviations such as EST are
 * refused, because they keep one offset all year, unlike the clocks of the place; offsets such as +05:00 are refused
 * too.
 */
export const isTimeZone = (name: string): boolean => {
  if (name !== 'UTC' && !/^[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)+$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

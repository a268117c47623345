/**
 * Whether this names an IANA zone by its place ("America/Los_Angeles"), or is UTC. Abbreviations such as EST are none: they keep one
 * offset all year, which is not what a clock on a wall there does. Offsets such as +05:00 are none either.
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

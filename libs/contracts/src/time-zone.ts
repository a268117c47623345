/** Begins a zone that is named by its place. Others, such as those of Etc and SystemV, keep one offset all year or are of old systems. */
const AREA = /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//;
/** The places after it, as IANA writes them. */
const PLACES = /(\/[A-Z][a-z]+([A-Z][a-z]+)*([_-]([A-Z][a-z]+|[a-z]+))*){1,2}$/;

/** The name under which this runtime lists a zone; undefined for one that it does not know. */
const listedAs = (name: string): string | undefined => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
};

/**
 * Whether this is the name of an IANA zone by its place ("America/Los_Angeles"), as IANA writes it, or UTC. Abbreviations such as EST are
 * refused, because they keep one offset all year, unlike the clocks of the place; offsets such as +05:00 are refused
 * too. Of a place with two names, such as Asia/Kolkata and Asia/Calcutta, both are accepted: runtimes list one of them.
 */
export const isTimeZone = (name: string): boolean => {
  if (name === 'UTC') return true;
  if (!AREA.test(name)) return false;
  const listed = listedAs(name);
  if (listed === undefined) return false;
  const zones = Intl.supportedValuesOf('timeZone');
  if (zones.includes(name)) return true;
  // Intl takes names in any letter case; another name of a listed zone differs in more.
  return PLACES.test(name) && zones.includes(listed) && listed.toLowerCase() !== name.toLowerCase();
};

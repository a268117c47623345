/**
 * The site's own origin, for addresses that must be whole (canonical links, cards, structured data). Pages are built before their
 * final origin is known: they carry this placeholder, and the server replaces it with its own origin.
 */
const UNKNOWN_ORIGIN = 'https://site.invalid';

export const siteOrigin = (): string => (typeof window === 'undefined' ? UNKNOWN_ORIGIN : window.location.origin);

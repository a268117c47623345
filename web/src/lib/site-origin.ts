/**
 * The site's own origin, for addresses that must be whole (canonical links, cards, structured data). Pages are written before
 * anybody knows where they will be served: they carry this name, and the server puts its own in its place.
 */
const UNKNOWN_ORIGIN = 'https://site.invalid';

export const siteOrigin = (): string => (typeof window === 'undefined' ? UNKNOWN_ORIGIN : window.location.origin);

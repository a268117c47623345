import { ROUTES } from '@lectern/contracts/registry';
import { BODY_LIMIT_BYTES, type RouteContract } from '@lectern/contracts/route';

/** The longest of some prefixes that a path is under; of paths of the API, one is. */
export const prefixOf = (path: string, prefixes: readonly string[]): string => {
  const [longest] = prefixes
    .filter((prefix) => path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`))
    .toSorted((a, b) => b.length - a.length);
  if (longest === undefined) throw new Error(`${path} is under none of ${prefixes.join(', ')}`);
  return longest;
};

/** Of each prefix that routes are under, the largest body that the gateway takes from one of them, in bytes. */
export const largestBodies = (prefixes: readonly string[]): ReadonlyMap<string, number> => {
  const largest = new Map<string, number>();
  for (const { path, bodyLimit = BODY_LIMIT_BYTES } of ROUTES) {
    const prefix = prefixOf(path, prefixes);
    largest.set(prefix, Math.max(largest.get(prefix) ?? 0, bodyLimit));
  }
  return largest;
};

/** An address that a route is asked at. */
export const addressOf = ({ path }: Pick<RouteContract, 'path'>): string =>
  path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000');

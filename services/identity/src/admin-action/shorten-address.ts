import { isIPv4, isIPv6 } from 'node:net';

/** How many of its eight groups an IPv6 address keeps: 48 bits, which a provider gives to one site. */
const GROUPS_KEPT = 3;
const GROUPS = 8;

/**
 * The network of an address, which identifies no single person: IPv4 up to its last part (`192.0.2.0`), IPv6 up to its first 48 bits
 * (`2001:db8:1::`); an IPv4 address in IPv6 notation becomes the IPv4 one. Null for anything else. Of a network, itself.
 */
export const shortenAddress = (address: string): string | null => {
  if (isIPv4(address)) return address.replace(/\d+$/, '0');
  if (!isIPv6(address)) return null;
  const groups = groupsOf(address);
  const [high, low] = groups.slice(-2) as [number, number];
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return `${high >> 8}.${high & 0xff}.${low >> 8}.0`;
  return canonical(
    `${groups
      .slice(0, GROUPS_KEPT)
      .map((group) => group.toString(16))
      .join(':')}::`,
  );
};

/** As RFC 5952 wants it, which is how the URL standard writes addresses. */
const canonical = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1);

const groupsOf = (address: string): number[] => {
  const [withoutZone] = address.split('%') as [string];
  const [head, tail] = canonical(withoutZone).split('::') as [string, string?];
  const numbers = (part = ''): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [before, after] = [numbers(head), numbers(tail)];
  return [...before, ...Array.from({ length: GROUPS - before.length - after.length }, () => 0), ...after];
};

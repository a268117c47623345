import { isIPv6 } from 'node:net';

const DOTTED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'));

/** An IPv4 address in normal form, or the first 64 bits of an IPv6 one, which one household has to itself. */
export const networkOf = (ipAddress: string): string => {
  const mapped = DOTTED.exec(ipAddress)?.[1];
  if (mapped !== undefined || !isIPv6(ipAddress)) return mapped ?? ipAddress;
  const [before = '', after] = ipAddress.split('%')[0]!.split('::');
  const [left, right] = [groupsOf(before), groupsOf(after ?? '')];
  const groups = [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'), ...right];
  const numbers = groups.map((group) => Number.parseInt(group, 16));
  const [high = 0, low = 0] = numbers.slice(6);
  if (numbers.slice(0, 5).every((number) => number === 0) && numbers[5] === 0xffff)
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  return `${numbers
    .slice(0, 4)
    .map((number) => number.toString(16))
    .join(':')}::/64`;
};

import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { shortenAddress } from './shorten-address.ts';

/** Whether both lie in one network, as Node.js sees it. */
const shareNetwork = (address: string, other: string, bits: number, family: 'ipv4' | 'ipv6'): boolean => {
  const network = new BlockList();
  network.addSubnet(address, bits, family);
  return network.check(other, family);
};
const parts = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));
const group = fc.nat(0xffff).map((number) => number.toString(16));
/** Addresses by their groups, many of them zero, so that their short form leaves some out. */
const groups = fc.array(fc.oneof(group, fc.constant('0')), { minLength: 8, maxLength: 8 });
const groupsOfIpv6 = groups.filter(([first]) => first !== '0');

describe('an address that is shortened', () => {
  it.each([
    ['192.0.2.7', '192.0.2.0'],
    ['255.255.255.255', '255.255.255.0'],
    ['0.0.0.0', '0.0.0.0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
    ['2001:DB8:0001:FFFF::1', '2001:db8:1::'],
    ['2001:db8::1', '2001:db8::'],
    ['2001:0:0:1::', '2001::'],
    ['::1', '::'],
    ['fe80::1%eth0', 'fe80::'],
    ['::ffff:1.2.3.4', '1.2.3.0'],
    ['::FFFF:102:304', '1.2.3.0'],
    ['0:0:0:0:0:ffff:1.2.3.4', '1.2.3.0'],
    ['::ffff:255.255.255.255', '255.255.255.0'],
    ['64:ff9b::1.2.3.4', '64:ff9b::'],
  ])('%s becomes %s', (address, network) => {
    expect(shortenAddress(address)).toBe(network);
  });

  it.each([
    '',
    ' ',
    'unknown',
    '192.0.2',
    '192.0.2.7:443',
    '[::1]',
    '192.0.2.256',
    '192.0.2.007',
    ' 192.0.2.7',
    '192.0.2.7, 198.51.100.1',
    ':::',
    '2001:db8::/32',
    '::ffff:1.2.3',
  ])('that is no IP address, such as "%s", becomes null', (text) => {
    expect(shortenAddress(text)).toBeNull();
  });

  it('keeps the first three parts of IPv4, and nothing of the last', () => {
    fc.assert(
      fc.property(parts, fc.nat(255), ([a, b, c, d], other) => {
        const network = shortenAddress(`${a}.${b}.${c}.${d}`);
        expect(network).toBe(shortenAddress(`${a}.${b}.${c}.${other}`));
        expect(isIPv4(network ?? '')).toBe(true);
        expect(shareNetwork(`${a}.${b}.${c}.${d}`, network ?? '', 24, 'ipv4')).toBe(true);
      }),
    );
  });

  it('keeps the first 48 bits of IPv6, and nothing of the others', () => {
    fc.assert(
      fc.property(groupsOfIpv6, groups, (one, other) => {
        const network = shortenAddress(one.join(':'));
        expect(network).toBe(shortenAddress([...one.slice(0, 3), ...other.slice(3)].join(':')));
        expect(isIPv6(network ?? '')).toBe(true);
        expect(shareNetwork(one.join(':'), network ?? '', 48, 'ipv6')).toBe(true);
      }),
    );
  });

  it('is the same for IPv4 that is written as IPv6', () => {
    fc.assert(
      fc.property(parts, ([a, b, c, d]) => {
        const hex = `::ffff:${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        for (const mapped of [`::ffff:${a}.${b}.${c}.${d}`, hex])
          expect(shortenAddress(mapped)).toBe(shortenAddress(`${a}.${b}.${c}.${d}`));
      }),
    );
  });

  it('is not shortened further', () => {
    const anything = fc.oneof(
      parts.map((numbers) => numbers.join('.')),
      groups.map((all) => all.join(':')),
      fc.ipV6(),
      fc.string(),
    );
    fc.assert(
      fc.property(anything, (address) => {
        const network = shortenAddress(address);
        if (network !== null) expect(shortenAddress(network)).toBe(network);
      }),
    );
  });
});

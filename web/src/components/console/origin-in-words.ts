import type { AdminAction } from '@lectern/contracts/identity/model';
import { browserOf } from './browser-of.ts';

/** The origin of an action. After ninety days only the network of its IP address is stored, and it is labeled as a network. */
export const originInWords = ({
  ipAddress,
  userAgent,
  isOriginShortened,
}: Pick<AdminAction, 'ipAddress' | 'userAgent' | 'isOriginShortened'>) => {
  if (!isOriginShortened) return { address: ipAddress ?? 'Unknown IP address', browser: browserOf(userAgent) };
  const bits = ipAddress?.includes(':') === true ? 48 : 24;
  return {
    address: ipAddress === null ? 'Unknown network' : `Network ${ipAddress}/${bits}`,
    browser: 'Browser no longer stored',
  };
};

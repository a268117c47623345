import {
  getSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '@lectern/contracts/identity/second-factor-http';
import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

/** Whether the signed-in administrator's second factor is on. */
export const secondFactorQuery = queryOptions({
  queryKey: ['admin', 'second-factor'],
  queryFn: ({ signal }) => callAdmin(getSecondFactor, { signal }),
  staleTime: 0,
});

export const start = (body: BodyOf<typeof startSecondFactor>) => callAdmin(startSecondFactor, { body });
export const turnOn = (body: BodyOf<typeof turnOnSecondFactor>) => callAdmin(turnOnSecondFactor, { body });
export const turnOff = (body: BodyOf<typeof turnOffSecondFactor>) => callAdmin(turnOffSecondFactor, { body });
export const renewCodes = (body: BodyOf<typeof renewRecoveryCodes>) => callAdmin(renewRecoveryCodes, { body });

import * as contracts from '@lectern/contracts/system/setup-http';
import { call, type BodyOf } from '../../../lib/api-client.ts';

export const checkCode = (body: BodyOf<typeof contracts.checkSetupCode>) => call(contracts.checkSetupCode, { body });
export const finish = (body: BodyOf<typeof contracts.finishSetup>) => call(contracts.finishSetup, { body });

import { validatePromo } from '@lectern/contracts/billing/http';
import { call, type BodyOf } from '../../../lib/api-client.ts';

export const checkPromo = (body: BodyOf<typeof validatePromo>) => call(validatePromo, { body });

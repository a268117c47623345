import type { Plan } from '@lectern/contracts/fields';
import { readSession, writeSession } from '../../lib/session-storage.ts';

const KEY = 'selectedPlan';

/** The plan that was chosen before the way to the payment page, for the conversion that the success page reports. */
export const rememberPlan = (plan: Plan): void => writeSession(KEY, plan);

export const rememberedPlan = (): Plan | null => {
  const stored = readSession(KEY);
  return stored === 'monthly' || stored === 'annual' ? stored : null;
};

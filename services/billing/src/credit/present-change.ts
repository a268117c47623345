import type { CreditChange as Answer } from '@lectern/contracts/billing/credit';
import type { CreditChange } from './credit-change.entity.ts';

/** A change of credit for staff. */
export const presentChange = ({ id, kind, amount, status, refusal, askedAt }: CreditChange): Answer => ({
  ...{ id, kind, amount, status, refusal },
  askedAt: askedAt.toISOString(),
});

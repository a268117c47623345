import type { DocsOf } from '../route-docs/route-docs.ts';
import { APRIL_12, ID } from '../route-docs/samples.ts';
import type { CreditAccount } from './credit.ts';
import type * as http from './credit-http.ts';

const account: CreditAccount = {
  balance: 3_000,
  nextCharge: { at: APRIL_12, price: 9_500, discount: 0, credit: 3_000, amount: 6_500 },
  entries: [
    { id: 'cbtxn_1PqR8sT2uV', at: APRIL_12, kind: 'dues', amount: -2_000 },
    { id: 'cbtxn_1NmK4lJ7hG', at: APRIL_12, kind: 'referral', amount: 5_000 },
  ],
};

export const creditDocs = {
  getCredit: {
    summary: 'Reads the credit of the signed-in member, its newest entries, and the next charge with it.',
    description: '`balance` is negative where a sum is owed. `nextCharge` is null where nothing is charged next.',
    response: account,
  },
  getMemberCredit: {
    summary: 'Reads the credit of a member, its newest entries, and the next charge with it.',
    params: { userId: ID },
    response: account,
  },
} satisfies DocsOf<typeof http>;

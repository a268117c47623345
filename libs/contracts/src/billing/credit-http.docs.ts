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
    errors: ['not_found'],
    params: { userId: ID },
    response: {
      ...account,
      entries: account.entries.map((entry) => ({ ...entry, reason: null, by: null })),
      unmade: [],
    },
  },
  changeMemberCredit: {
    summary: 'Gives credit to a member, or withdraws credit that is unspent.',
    description:
      '`balance` is the credit that the page showed: where it is another now, the answer is `version_conflict`. A repeated request with the same `id` changes nothing more. The person is emailed.',
    errors: ['not_found', 'version_conflict', 'idempotency_conflict', 'credit_refused'],
    params: { userId: ID },
    body: { id: ID, act: 'give', amount: 2_000, balance: 3_000, reason: 'A session was cancelled.' },
    response: { id: ID, kind: 'goodwill', amount: 2_000, status: 'made', refusal: null, askedAt: APRIL_12 },
  },
} satisfies DocsOf<typeof http>;

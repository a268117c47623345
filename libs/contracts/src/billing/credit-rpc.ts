import * as z from 'zod/mini';
import { uuid } from '../fields.ts';
import { rpc } from '../rpc.ts';
import { creditAccount } from './credit.ts';

/** The credit of an account; none for one that is not known. */
export const getCredit = rpc({
  name: 'billing.get-credit.v1',
  input: z.object({ userId: uuid() }),
  output: creditAccount,
});

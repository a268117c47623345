import * as billing from '@lectern/contracts/billing/operator-rpc';
import { republishTexts } from '@lectern/contracts/content/operator-rpc';
import * as identity from '@lectern/contracts/identity/operator-rpc';
import * as messaging from '@lectern/contracts/messaging/operator-rpc';
import * as registrations from '@lectern/contracts/registrations/operator-rpc';
import type { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import type { Command } from '../command.ts';

const PAGE = 100;

const pageAfterPage = async (rpc: RpcClient, contract: typeof identity.republishAccounts): Promise<number> => {
  let [after, count] = [null as string | null, 0];
  do {
    const { published, last } = await rpc.call(contract, { after, limit: PAGE });
    [after, count] = [last, count + published];
  } while (after !== null);
  return count;
};

export const republish: Command = {
  name: 'republish',
  usage: '',
  summary:
    'publishes the data of all services again, which replaces the copies of others and makes the list of people again: for use after a forged event',
  words: { min: 0, max: 0 },
  run: async (_words, _options, tools) => {
    const rpc = await tools.rpc();
    for (const { forgetVersions } of [identity, billing, registrations, messaging]) await rpc.call(forgetVersions, {});
    const result = {
      accounts: await pageAfterPage(rpc, identity.republishAccounts),
      memberships: await pageAfterPage(rpc, billing.republishMemberships),
      purchases: await pageAfterPage(rpc, billing.republishPurchases),
      credits: await pageAfterPage(rpc, billing.republishCredits),
    };
    await rpc.call(republishTexts, {});
    await rpc.call(registrations.republishContacts, {});
    await rpc.call(messaging.republishPersonRecords, {});
    const { accounts, memberships, purchases, credits } = result;
    return {
      lines: [
        `${accounts} accounts, ${memberships} memberships, ${purchases} purchases, ${credits} totals of credits, the association’s profile and times, and everybody on the lists of campaigns and of people are published again. Run \`operate check\` in a minute.`,
      ],
      result,
    };
  },
};

import { setTimeout as pause } from 'node:timers/promises';
import * as billing from '@lectern/contracts/billing/operator-rpc';
import * as identity from '@lectern/contracts/identity/operator-rpc';
import * as registrations from '@lectern/contracts/registrations/operator-rpc';
import { formatCentsShort } from '@lectern/contracts/money';
import type { RpcOutput } from '@lectern/contracts/rpc';
import type { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import type { Command } from '../command.ts';

const PAGE = 500;
/** Events between services take moments: what is still so after this is not on its way. */
const SETTLES_MS = 15_000;

/** Something on which the services disagree about a person. */
export interface Finding {
  readonly person: string;
  readonly what: string;
  readonly action: string;
}

type Account = RpcOutput<typeof identity.listAccounts>[number];
type Paid = RpcOutput<typeof billing.describeAccounts>[number]['subscriptions'];
type KeptLate = RpcOutput<typeof billing.describeAccounts>[number]['keptLate'];

const RECONCILE = 'Run `operate reconcile`; if it stays, look for failed events with `operate queues`.';

/** What a person paid for a membership that had ended, or ended before it began. Pure. */
const lateFindingsOf = (person: string, keptLate: KeptLate): Finding[] =>
  keptLate.map(({ invoiceId, amount }) => ({
    person,
    what: `paid ${formatCentsShort(amount)} with ${invoiceId} for a membership that was over or had not begun`,
    action: 'Refund it at the payment provider.',
  }));

/** What is wrong with one account, by what each service says of it. Pure. */
export const findingsOf = (
  { email, isActive, isDeactivated }: Account,
  subscriptions: Paid,
  opened: readonly string[],
  keptLate: KeptLate = [],
): Finding[] => {
  const open = subscriptions.filter(({ access }) => access).map(({ subscriptionId }) => subscriptionId);
  const found = (what: string, action: string): Finding => ({ person: email, what, action });
  return [
    ...(subscriptions.length > 1
      ? [
          found(
            `has ${subscriptions.length} live memberships: ${subscriptions.map(({ subscriptionId }) => subscriptionId).join(', ')}`,
            RECONCILE,
          ),
        ]
      : []),
    ...(isActive !== open.length > 0
      ? [
          found(
            isActive ? 'is let in without a membership' : `is not let in, and pays for ${open.join(', ')}`,
            RECONCILE,
          ),
        ]
      : []),
    ...(isDeactivated && subscriptions.some(({ renews }) => renews)
      ? [found('is deactivated, and is charged again at the end of the period', RECONCILE)]
      : []),
    ...(open.toSorted().join() === opened.toSorted().join()
      ? []
      : [
          found(
            `pays for ${open.join(', ') || 'nothing'}, and is registered for ${opened.join(', ') || 'nothing'}`,
            RECONCILE,
          ),
        ]),
    ...lateFindingsOf(email, keptLate),
  ];
};

const checkAccounts = async (rpc: RpcClient): Promise<{ checked: number; findings: Finding[] }> => {
  const findings: Finding[] = [];
  let [after, checked] = [null as string | null, 0];
  for (;;) {
    const accounts = await rpc.call(identity.listAccounts, { after, limit: PAGE });
    const userIds = accounts.map(({ userId }) => userId);
    const [paid, registered] = await Promise.all([
      rpc.call(billing.describeAccounts, { userIds }),
      rpc.call(registrations.describeAccounts, { userIds }),
    ]);
    const [paidOf, registeredOf] = [
      new Map(paid.map((one) => [one.userId, one])),
      new Map(registered.map((one) => [one.userId, one.subscriptionIds])),
    ];
    for (const account of accounts) {
      const { subscriptions = [], keptLate } = paidOf.get(account.userId) ?? {};
      findings.push(...findingsOf(account, subscriptions, registeredOf.get(account.userId) ?? [], keptLate));
    }
    checked += accounts.length;
    after = userIds.at(-1) ?? null;
    if (accounts.length < PAGE) return { checked, findings };
  }
};

const checkGuests = async (rpc: RpcClient): Promise<{ waiting: string[]; findings: Finding[] }> => {
  const [findings, waiting]: [Finding[], string[]] = [[], []];
  let after: string | null = null;
  for (;;) {
    const guests: RpcOutput<typeof billing.listGuestCustomers> = await rpc.call(billing.listGuestCustomers, {
      after,
      limit: PAGE,
    });
    const claims = new Map(
      (await rpc.call(identity.describeClaims, { customerIds: guests.map(({ customerId }) => customerId) })).map(
        (claim) => [claim.customerId, claim],
      ),
    );
    for (const { customerId, email, since, hasMembership, keptLate } of guests) {
      findings.push(...lateFindingsOf(email, keptLate));
      const claim = claims.get(customerId);
      if (claim === undefined)
        findings.push({
          person: email,
          what: `paid as ${customerId}, which identity does not know`,
          action: RECONCILE,
        });
      else if (claim.userId !== null || claim.hasHolder)
        findings.push({
          person: email,
          what: `has an account, which does not have the payments of ${customerId} yet`,
          action: RECONCILE,
        });
      else if (hasMembership)
        waiting.push(
          `${email} pays for a membership since ${since.slice(0, 10)} and has not opened an account: the link is in the welcome email, and /setup-account sends another one.`,
        );
    }
    after = guests.at(-1)?.customerId ?? null;
    if (guests.length < PAGE) return { waiting, findings };
  }
};

const sameAs = (one: Finding) => (other: Finding) => one.person === other.person && one.what === other.what;

export const check: Command = {
  name: 'check',
  usage: '',
  summary:
    'compares what identity, billing and registrations say of each person, and names those on whom they disagree, or who paid for a membership that was over or had not begun; ends with 1 when there is anybody',
  words: { min: 0, max: 0 },
  run: async (_words, _options, tools) => {
    const rpc = await tools.rpc();
    const look = async () => ({ accounts: await checkAccounts(rpc), guests: await checkGuests(rpc) });
    let { accounts, guests } = await look();
    let findings = [...accounts.findings, ...guests.findings];
    if (findings.length > 0) {
      const first = findings;
      await pause(SETTLES_MS);
      ({ accounts, guests } = await look());
      findings = [...accounts.findings, ...guests.findings].filter((finding) => first.some(sameAs(finding)));
    }
    return {
      lines: [
        ...guests.waiting,
        ...findings.map(({ person, what, action }) => `${person} ${what}. ${action}`),
        `${accounts.checked} accounts were checked; the services ${findings.length === 0 ? 'agree' : `disagree on ${new Set(findings.map(({ person }) => person)).size}`}.`,
      ],
      result: { checked: accounts.checked, findings, waiting: guests.waiting },
      isIncomplete: findings.length > 0,
    };
  },
};

import { setTimeout as pause } from 'node:timers/promises';
import * as billing from '@lectern/contracts/billing/operator-rpc';
import * as identity from '@lectern/contracts/identity/operator-rpc';
import * as registrations from '@lectern/contracts/registrations/operator-rpc';
import { formatCentsShort } from '@lectern/contracts/money';
import type { RpcOutput } from '@lectern/contracts/rpc';
import type { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import type { Command } from '../command.ts';

const PAGE = 500;
/** Milliseconds that events between services take at most: a difference that is still there afterwards is real. */
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

/** A person's payments for a membership that had ended, or ended before it began. Pure. */
const lateFindingsOf = (person: string, keptLate: KeptLate): Finding[] =>
  keptLate.map(({ invoiceId, amount }) => ({
    person,
    what: `paid ${formatCentsShort(amount)} with ${invoiceId} for a membership that was over or had not begun`,
    action: 'Refund it at the payment provider.',
  }));

/** The contradictions between the services' data on one account. Pure. */
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

/** All items of a paged list. */
const pagesOf = async function* <T>(
  load: (page: { after: string | null; limit: number }) => Promise<T[]>,
  idOf: (row: T) => string,
): AsyncGenerator<T[]> {
  let after: string | null = null;
  for (;;) {
    const page: T[] = await load({ after, limit: PAGE });
    yield page;
    if (page.length < PAGE) return;
    after = idOf(page.at(-1)!);
  }
};

/** Also answers the accounts' email addresses by id. */
const checkAccounts = async (rpc: RpcClient): Promise<{ emails: Map<string, string>; findings: Finding[] }> => {
  const findings: Finding[] = [];
  const emails = new Map<string, string>();
  const pages = pagesOf(
    (page) => rpc.call(identity.listAccounts, page),
    ({ userId }) => userId,
  );
  for await (const accounts of pages) {
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
      emails.set(account.userId, account.email);
      const { subscriptions = [], keptLate } = paidOf.get(account.userId) ?? {};
      findings.push(...findingsOf(account, subscriptions, registeredOf.get(account.userId) ?? [], keptLate));
    }
  }
  return { emails, findings };
};

/** Identity's claims of these customers, by their ids. */
const claimsOf = async (rpc: RpcClient, customerIds: string[]) =>
  new Map((await rpc.call(identity.describeClaims, { customerIds })).map((claim) => [claim.customerId, claim]));

const checkGuests = async (rpc: RpcClient): Promise<{ waiting: string[]; findings: Finding[] }> => {
  const [findings, waiting]: [Finding[], string[]] = [[], []];
  const pages = pagesOf(
    (page) => rpc.call(billing.listGuestCustomers, page),
    ({ customerId }) => customerId,
  );
  for await (const guests of pages) {
    const claims = await claimsOf(
      rpc,
      guests.map(({ customerId }) => customerId),
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
  }
  return { waiting, findings };
};

/** Accounts that have the payments of a customer that identity granted to another account; `emails` are the accounts', by id. */
const checkCustomers = async (rpc: RpcClient, emails: ReadonlyMap<string, string>): Promise<Finding[]> => {
  const findings: Finding[] = [];
  const pages = pagesOf(
    (page) => rpc.call(billing.listAccountCustomers, page),
    ({ customerId }) => customerId,
  );
  for await (const customers of pages) {
    const claims = await claimsOf(
      rpc,
      customers.map(({ customerId }) => customerId),
    );
    for (const { customerId, userId, email } of customers) {
      const grantedTo = claims.get(customerId)?.userId ?? userId;
      if (grantedTo !== userId)
        findings.push({
          person: emails.get(userId) ?? email,
          what: `has the payments of ${customerId}, which belong to ${emails.get(grantedTo) ?? `the account ${grantedTo}`}`,
          action:
            'Nothing corrects this by itself: find out at the payment provider who paid, notify both, and report it.',
        });
    }
  }
  return findings;
};

const CLAIMED = {
  customer: 'the payments of',
  tournament_entry: 'the tournament entry',
  bootcamp_registration: 'the bootcamp registration',
  debate_club_registration: 'the debate club registration',
} as const;

const checkClaims = async (rpc: RpcClient): Promise<Finding[]> =>
  (await rpc.call(identity.listWrongClaims, {})).map(({ email, kind, subjectId, state }) =>
    state === 'waiting'
      ? { person: email, what: `does not have ${CLAIMED[kind]} ${subjectId} of their mailbox yet`, action: RECONCILE }
      : {
          person: email,
          what: `has ${CLAIMED[kind]} ${subjectId} of a mailbox that nobody has verified`,
          action: 'Ask the person to confirm the email address; deactivate the account if they cannot.',
        },
  );

/** Single payments without a registration that is paid with as much, and the other way round, and registrations that were paid twice. */
const checkPurchases = async (rpc: RpcClient): Promise<Finding[]> => {
  const findings: Finding[] = [];
  const purchases = pagesOf(
    (page) => rpc.call(billing.listPaidPurchases, page),
    ({ purchaseId }) => purchaseId,
  );
  for await (const page of purchases) {
    const known = await rpc.call(registrations.describePurchases, {
      purchaseIds: page.map(({ purchaseId }) => purchaseId),
    });
    const amounts = new Map(known.map(({ purchaseId, amount }) => [purchaseId, amount]));
    for (const { purchaseId, email, title, amountPaid } of page)
      if (amounts.get(purchaseId) !== amountPaid)
        findings.push({
          person: email || 'A deleted person',
          what: `paid ${formatCentsShort(amountPaid)} for ${title} (${purchaseId}), and is not registered with that`,
          action: 'Look for failed events with `operate queues`; if there are none, refund it at the payment provider.',
        });
  }
  const registered = pagesOf(
    (page) => rpc.call(registrations.listPaidRegistrations, page),
    ({ registrationId }) => registrationId,
  );
  for await (const page of registered) {
    const registrationIds = page.map(({ registrationId }) => registrationId);
    const paid = new Set(
      (await rpc.call(billing.describePaidRegistrations, { registrationIds })).map(
        ({ registrationId }) => registrationId,
      ),
    );
    for (const { registrationId, email, title, duplicateOf } of page) {
      if (duplicateOf !== null)
        findings.push({
          person: email,
          what: `has two paid registrations in one name for ${title} (${duplicateOf}, ${registrationId})`,
          action: 'Refund one of them at the payment provider, if the person agrees.',
        });
      if (!paid.has(registrationId))
        findings.push({
          person: email || 'A deleted person',
          what: `is registered as paid for ${title} (${registrationId}), and no payment for it is kept`,
          action: 'Look for failed events with `operate queues`; if there are none, delete the registration.',
        });
    }
  }
  return findings;
};

const sameAs = (one: Finding) => (other: Finding) => one.person === other.person && one.what === other.what;

export const check: Command = {
  name: 'check',
  usage: '',
  summary:
    'compares the data of identity, billing and registrations on each person and payment, and lists each contradiction, and each payment for a membership that was over or had not begun; ends with 1 when it lists any',
  words: { min: 0, max: 0 },
  run: async (_words, _options, tools) => {
    const rpc = await tools.rpc();
    const look = async () => {
      const { emails, findings } = await checkAccounts(rpc);
      const guests = await checkGuests(rpc);
      const others = [await checkCustomers(rpc, emails), await checkClaims(rpc), await checkPurchases(rpc)].flat();
      return { checked: emails.size, waiting: guests.waiting, findings: [...findings, ...guests.findings, ...others] };
    };
    const first = await look();
    let seen = first;
    if (first.findings.length > 0) {
      await pause(SETTLES_MS);
      seen = await look();
    }
    const { checked, waiting } = seen;
    const findings = seen.findings.filter((finding) => first.findings.some(sameAs(finding)));
    return {
      lines: [
        ...waiting,
        ...findings.map(({ person, what, action }) => `${person} ${what}. ${action}`),
        `${checked} accounts were checked; the services ${findings.length === 0 ? 'agree' : `disagree on ${new Set(findings.map(({ person }) => person)).size}`}.`,
      ],
      result: { checked, findings, waiting },
      isIncomplete: findings.length > 0,
    };
  },
};

/*
 * Requirements that hold for people, accounts and payments once a history is over, whatever it was. Pure: the observation comes from the public
 * API and the payment provider, the expectation from what was done.
 */

/** An account as its holder sees it. */
export interface SeenAccount {
  readonly email: string;
  readonly isDeactivated: boolean;
  readonly isActive: boolean;
  /** Of `subscription/details`. */
  readonly details: { readonly status: string; readonly cancelAtPeriodEnd: boolean } | null;
  /** Invoice addresses in its payment history. */
  readonly invoices: readonly string[];
  /** Whether a payment alone created it, so that the purchase may belong to another person. */
  readonly isByPayment: boolean;
  /** The response status of cancelling; null where it was not tried. */
  readonly cancelStatus: number | null;
}

/** A subscription at the payment provider. */
export interface SeenSubscription {
  readonly id: string;
  readonly isLive: boolean;
  readonly isPastDue: boolean;
  readonly cancelsAtPeriodEnd: boolean;
  /** Cents of the period that runs now: charged, and neither refunded nor paid before its account was deleted, which ends what was paid for. */
  readonly kept: number;
  readonly invoices: readonly string[];
  /** The accounts that may have it, by email: of the payer, or of any that verified the mailbox since. */
  readonly mayBeOf: readonly string[];
  /** Whether no account may own it as long as no account has verified its mailbox. */
  readonly mayWait: boolean;
  /** The mailbox that a guest paid for; null where an account paid. */
  readonly paidFor: string | null;
}

/** A checkout that an account tried to open after everything had come to rest. */
export interface Attempt {
  readonly what: 'membership' | 'tournament entry';
  /** The mailbox that it is for, or the one of the account that is signed in. */
  readonly email: string;
  readonly status: number;
  /** Why it was refused; null where it opened. */
  readonly code: string | null;
}

export interface Observation {
  readonly accounts: readonly SeenAccount[];
  readonly subscriptions: readonly SeenSubscription[];
  /** Answers of 500 and above that were not the provider's outage. */
  readonly failures: readonly string[];
  /** None where no account tried. */
  readonly attempts: readonly Attempt[];
}

export interface Broken {
  readonly rule: string;
  readonly what: string;
}

const ownersOf = (observation: Observation, { invoices }: SeenSubscription): SeenAccount[] =>
  observation.accounts.filter((account) => account.invoices.some((invoice) => invoices.includes(invoice)));

/** Emails of the people who are charged for a subscription: its owners, or the mailbox that it was paid for while it has no owner. */
const payersOf = (observation: Observation, subscription: SeenSubscription): string[] => {
  const owners = ownersOf(observation, subscription).map(({ email }) => email);
  return owners.length > 0 || subscription.paidFor === null ? owners : [subscription.paidFor];
};

/** Refusals that do not pass by themselves, each with what must be so for an email address. */
const LASTING: Readonly<Record<string, (observation: Observation, email: string) => boolean>> = {
  membership_exists: (seen, email) =>
    seen.subscriptions.some((subscription) => subscription.isLive && payersOf(seen, subscription).includes(email)),
  payment_due: (seen, email) =>
    seen.subscriptions.some((subscription) => subscription.isPastDue && payersOf(seen, subscription).includes(email)),
  address_refused: (seen, email) => seen.accounts.some((account) => account.email === email && account.isDeactivated),
};

type Rule = (observation: Observation) => string[];

export const RULES: Readonly<Record<string, Rule>> = {
  'no request fails': ({ failures }) => [...failures],
  'a live subscription has one owner, or waits for the holder of its mailbox': (seen) =>
    seen.subscriptions
      .filter(({ isLive }) => isLive)
      .flatMap((subscription) => {
        const owners = ownersOf(seen, subscription);
        if (owners.length === 1 || (owners.length === 0 && subscription.mayWait)) return [];
        return [
          `${subscription.id} has ${owners.length === 0 ? 'no owner' : `the owners ${owners.map(({ email }) => email).join(', ')}`}`,
        ];
      }),
  'nobody has what neither they nor their mailbox paid for': (seen) =>
    seen.subscriptions.flatMap((subscription) =>
      ownersOf(seen, subscription)
        .filter(({ email }) => !subscription.mayBeOf.includes(email))
        .map(({ email }) => `${email} has ${subscription.id}`),
    ),
  'a mailbox is not charged twice, verified or not': (seen) => {
    const live = seen.subscriptions.filter(({ isLive }) => isLive);
    const mailboxes = [...new Set(live.flatMap((subscription) => payersOf(seen, subscription)))];
    return mailboxes.flatMap((email) => {
      const charged = live.filter((subscription) => payersOf(seen, subscription).includes(email));
      return charged.length > 1 ? [`${email} is charged for ${charged.map(({ id }) => id).join(' and ')}`] : [];
    });
  },
  'nobody is charged without access': (seen) =>
    seen.subscriptions
      .filter(({ kept }) => kept > 0)
      .flatMap((subscription) => {
        const owners = ownersOf(seen, subscription);
        // A guest's payment waits for the mailbox, and a deactivated account has what it paid again once it is reactivated.
        const givesAccess =
          subscription.isLive &&
          (owners.length === 0
            ? subscription.mayWait
            : owners.some(({ isActive, isDeactivated }) => isActive || isDeactivated));
        return givesAccess
          ? []
          : [`${subscription.kept} cents are kept for ${subscription.id}, which gives nobody access`];
      }),
  'nothing stays in progress: a checkout opens, or is refused for a reason that lasts': (seen) =>
    seen.attempts
      .filter(({ status, code, email }) => status >= 300 && LASTING[code ?? '']?.(seen, email) !== true)
      .map(({ what, email, status, code }) => `A checkout of a ${what} for ${email} answers ${status} ${code}`),
  'an account is active exactly while it has a live subscription': (seen) =>
    seen.accounts.flatMap((account) => {
      const live = seen.subscriptions.filter(
        (subscription) => subscription.isLive && ownersOf(seen, subscription).includes(account),
      );
      // Past due is open for a week of grace: both are right.
      if (live.some(({ isPastDue }) => isPastDue)) return [];
      return account.isActive === live.length > 0
        ? []
        : [`${account.email} is ${account.isActive ? 'active' : 'inactive'} with ${live.length} live subscriptions`];
    }),
  'the owner of a live subscription sees it, and can cancel it once its mailbox is known to be theirs': (seen) =>
    seen.subscriptions
      .filter(({ isLive }) => isLive)
      .flatMap((subscription) =>
        ownersOf(seen, subscription)
          .filter(
            ({ isDeactivated, details, isByPayment, cancelStatus }) =>
              !isDeactivated && (details === null || ![null, isByPayment ? 409 : 200].includes(cancelStatus)),
          )
          .map(
            ({ email, details, cancelStatus }) =>
              `${email} sees ${JSON.stringify(details)} of ${subscription.id}, and cancelling answers ${cancelStatus}`,
          ),
      ),
  'a deactivated account is not charged again': (seen) =>
    seen.subscriptions
      .filter(({ isLive, isPastDue, cancelsAtPeriodEnd }) => isLive && !isPastDue && !cancelsAtPeriodEnd)
      .flatMap((subscription) =>
        ownersOf(seen, subscription)
          .filter(({ isDeactivated }) => isDeactivated)
          .map(({ email }) => `${email} is charged for ${subscription.id}`),
      ),
};

/** Everything that does not hold. */
export const judge = (observation: Observation): Broken[] =>
  Object.entries(RULES).flatMap(([rule, find]) => find(observation).map((what) => ({ rule, what })));

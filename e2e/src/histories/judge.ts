/*
 * What must hold of people, accounts and payments once a history is over, whatever it was. Pure: the observation comes from the public
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
  /** Whether a payment alone set it up, so that the purchase may be somebody else's. */
  readonly isByPayment: boolean;
  /** What cancelling answers; null where it was not tried. */
  readonly cancelStatus: number | null;
}

/** A subscription at the payment provider. */
export interface SeenSubscription {
  readonly id: string;
  readonly isLive: boolean;
  readonly isPastDue: boolean;
  readonly cancelsAtPeriodEnd: boolean;
  /** Its charges that went through, less what was paid back; cents. */
  readonly kept: number;
  readonly invoices: readonly string[];
  /** The accounts that may have it, by email: of the payer, or of any that verified the mailbox since. */
  readonly mayBeOf: readonly string[];
  /** Whether nobody may have it as long as no account verified its mailbox. */
  readonly mayWait: boolean;
  /** The mailbox that a guest paid for; null where an account paid. */
  readonly paidFor: string | null;
}

export interface Observation {
  readonly accounts: readonly SeenAccount[];
  readonly subscriptions: readonly SeenSubscription[];
  /** Answers of 500 and above that were not the provider's outage, and of "in progress" after everything had come to rest. */
  readonly failures: readonly string[];
}

export interface Broken {
  readonly rule: string;
  readonly what: string;
}

const ownersOf = (observation: Observation, { invoices }: SeenSubscription): SeenAccount[] =>
  observation.accounts.filter((account) => account.invoices.some((invoice) => invoices.includes(invoice)));

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
    const payersOf = (subscription: SeenSubscription): string[] => {
      const owners = ownersOf(seen, subscription).map(({ email }) => email);
      return owners.length > 0 || subscription.paidFor === null ? owners : [subscription.paidFor];
    };
    const mailboxes = [...new Set(live.flatMap(payersOf))];
    return mailboxes.flatMap((email) => {
      const charged = live.filter((subscription) => payersOf(subscription).includes(email));
      return charged.length > 1 ? [`${email} is charged for ${charged.map(({ id }) => id).join(' and ')}`] : [];
    });
  },
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

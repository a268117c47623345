import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { membershipExtended } from '@lectern/contracts/billing/events';
import type { MembershipAction, MembershipEffects } from '@lectern/contracts/billing/membership-action';
import { changeMembership, previewMembershipAction } from '@lectern/contracts/billing/membership-action-rpc';
import { DomainError, type ErrorCode } from '@lectern/contracts/errors';
import type { RpcInput } from '@lectern/contracts/rpc';
import { AdvisoryLock } from '@lectern/service-kit/database/advisory-lock';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AccountRepository } from '../account/account.repository.ts';
import { CustomerRepository } from '../customer/customer.repository.ts';
import { isEnding, periodOf, planOfPrice } from '../program/price.ts';
import { RecordAdminAction } from '../record-admin-action.ts';
import { ChangeRenewal } from '../subscription/change-renewal.use-case.ts';
import { FindMembership, type FoundMembership } from '../subscription/find-membership.ts';
import { PauseMembership } from '../subscription/pause-membership.use-case.ts';
import { ExtendMembership } from './extend-membership.ts';
import { isOverdue } from '../subscription/remote-customer.ts';
import { SubscriptionRepository } from '../subscription/subscription.repository.ts';
import { SwitchPlan } from '../subscription/switch-plan.use-case.ts';
import { MembershipActionRepository } from './membership-action.repository.ts';

type Input = RpcInput<typeof changeMembership>;

/** The effects that differ from the membership as it is. */
type Change = Partial<MembershipEffects> & Pick<MembershipEffects, 'email'>;

/**
 * The actions of staff on a membership: each is one of the member's own, with a preview, a reason and a record. An action is stored before
 * the provider is asked, so that a repeated request goes on with it after an outage. All actions on the memberships of one account run one
 * after the other.
 */
@Injectable()
export class ChangeMembership {
  constructor(
    private readonly lock: AdvisoryLock,
    private readonly transactor: Transactor,
    private readonly actions: MembershipActionRepository,
    private readonly accounts: AccountRepository,
    private readonly customers: CustomerRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly memberships: FindMembership,
    private readonly changeRenewal: ChangeRenewal,
    private readonly switchPlan: SwitchPlan,
    private readonly pauseMembership: PauseMembership,
    private readonly extendMembership: ExtendMembership,
    private readonly recordAdminAction: RecordAdminAction,
    private readonly clock: Clock,
  ) {}

  @Handles(previewMembershipAction)
  async preview({ userId, action }: RpcInput<typeof previewMembershipAction>): Promise<MembershipEffects> {
    return asStaffRead(async () => this.effectsOf(userId, await this.find(userId, action), action));
  }

  @Handles(changeMembership)
  async execute(input: Input): Promise<Record<string, never>> {
    return this.lock.hold(`membership-action:${input.userId}`, () => asStaffRead(() => this.once(input)));
  }

  private async once(input: Input): Promise<Record<string, never>> {
    const { id, userId, action, by } = input;
    const known = (await this.actions.find(id)) ?? (await this.ask(input));
    const isSame =
      isDeepStrictEqual(known.action, action) && (await this.customers.findById(known.customerId))?.userId === userId;
    if (!isSame) throw new DomainError('idempotency_conflict');
    if (known.doneAt !== null) return {};
    try {
      await this.perform(input, known);
    } catch (error) {
      if (isRefusal(error)) await this.transactor.run((tx) => this.actions.drop(tx, id));
      throw error;
    }
    await this.transactor.run(async (tx) => {
      await this.actions.finish(tx, id, this.clock.now());
      const customer = await this.customers.lockById(tx, known.customerId);
      const email = customer?.email;
      if (action.kind === 'extend' && customer !== null && customer.email !== '') {
        const { firstName, lastName } = customer;
        const { plan, price } = input.effects;
        await tx.publish(membershipExtended, {
          ...{ subscriptionId: known.subscriptionId, actionId: id, userId, email: customer.email, firstName, lastName },
          ...{ plan, price, renewsAt: action.until },
        });
      }
      const { kind, ...details } = action;
      await this.recordAdminAction.execute(tx, by, 'change_membership', {
        // Without the reason, which may name the person: it is on the timeline, and is erased with it.
        ...{ change: kind, email, actionId: id },
        ...details,
      });
    });
    return {};
  }

  /** Stores it, where its effects are still those that were shown. */
  private async ask({ id, userId, action, reason, effects: shown, by }: Input) {
    const found = await this.find(userId, action);
    const effects = await this.effectsOf(userId, found, action, shown.quotedAt);
    if (!isDeepStrictEqual(comparable(action, effects), comparable(action, shown)))
      throw new DomainError('version_conflict', { message: CHANGED });
    const { customerId, subscription } = found;
    const asked = {
      ...{ id, customerId, subscriptionId: subscription.id, kind: action.kind, action, reason },
      ...{ askedBy: by.adminId, askedAt: this.clock.now(), doneAt: null as Date | null },
    };
    await this.transactor.run((tx) => this.actions.add(tx, asked));
    return asked;
  }

  /** The membership of a deactivated account can only be ended: the deactivation has stopped its renewals. */
  private async find(userId: string, { kind }: MembershipAction): Promise<FoundMembership> {
    const isKnown =
      (await this.accounts.find(null, userId)) !== null || (await this.subscriptions.leadingOfUser(userId)) !== null;
    if (!isKnown) throw new DomainError('not_found');
    return kind === 'cancel' || kind === 'cancel_now'
      ? this.memberships.of(userId)
      : this.memberships.ofActiveAccount(userId);
  }

  private async perform(
    { userId, action, effects }: Input,
    { subscriptionId: id, customerId }: { readonly subscriptionId: string; readonly customerId: string },
  ): Promise<void> {
    switch (action.kind) {
      case 'cancel':
        await this.changeRenewal.cancel({ userId });
        return;
      case 'cancel_now':
        return this.changeRenewal.endNow(userId, { id, customerId });
      case 'resume':
        await this.changeRenewal.resume({ userId });
        return;
      case 'switch': {
        const { amountDue, creditLeft, quotedAt } = effects;
        if (quotedAt === null) throw new DomainError('version_conflict', { message: CHANGED });
        await this.switchPlan.execute({ userId, plan: action.plan, amountDue, creditLeft, quotedAt });
        return;
      }
      case 'pause':
        await this.pauseMembership.execute({ userId, months: action.months });
        return;
      case 'extend':
        return this.extendMembership.execute(userId, new Date(action.until));
      case 'end_pause':
        await this.pauseMembership.end({ userId, amountDue: effects.amountDue });
    }
  }

  private async effectsOf(
    userId: string,
    found: FoundMembership,
    action: MembershipAction,
    quotedAt: string | null = null,
  ): Promise<MembershipEffects> {
    const { subscription, item, customerId, pause } = found;
    const period = periodOf(subscription, item);
    const price = (item.price.unit_amount ?? 0) * (item.quantity ?? 1);
    const isPaid = !isOverdue(subscription) && pause?.hasBegun !== true && period.end > this.clock.now();
    const change = await this.changeOf(userId, found, action, { price, isPaid, quotedAt });
    const hasEmail = ((await this.customers.findById(customerId))?.email ?? '') !== '';
    return {
      ...{ plan: planOfPrice(item.price), price, endsNow: false, pause: null, quotedAt: null },
      ...{ amountDue: 0, credit: 0, creditLeft: 0, nextCharge: null },
      paidUntil: isPaid ? period.end.toISOString() : null,
      ...change,
      email: hasEmail ? change.email : null,
    };
  }

  private async changeOf(
    userId: string,
    found: FoundMembership,
    action: MembershipAction,
    { price, isPaid, quotedAt }: { price: number; isPaid: boolean; quotedAt: string | null },
  ): Promise<Change> {
    const { subscription, item } = found;
    switch (action.kind) {
      case 'cancel':
        if (isEnding(subscription)) throw refused('It is cancelled already, and ends with its paid period.');
        if (!isPaid) throw refused('No period of it is paid, so there is nothing to wait for. End it now instead.');
        return { email: 'cancelled' };
      case 'cancel_now':
        return { endsNow: true, email: 'ended' };
      case 'resume':
        if (!isEnding(subscription)) throw refused('It is not cancelled: it renews already.');
        return {
          nextCharge: { amount: price, at: new Date(item.current_period_end * 1_000).toISOString() },
          email: 'resumed',
        };
      case 'switch': {
        const asked = quotedAt === null ? {} : { quotedAt };
        const quote = await this.switchPlan.preview({ userId, plan: action.plan, ...asked });
        const { amountDue, credit, creditLeft, nextCharge, nextChargeAt } = quote;
        return {
          ...{ plan: quote.plan, price: quote.price, amountDue, credit, creditLeft, quotedAt: quote.quotedAt },
          ...{ paidUntil: nextChargeAt, nextCharge: { amount: nextCharge, at: nextChargeAt }, email: 'switched' },
        };
      }
      case 'pause': {
        const { from, choices } = await this.pauseMembership.offer({ userId });
        const until = choices.find(({ months }) => months === action.months)?.until;
        if (until === undefined)
          throw new DomainError('invalid_request', { fields: { action: 'Choose 1, 2 or 3 months' } });
        return { pause: { from, until }, nextCharge: { amount: price, at: until }, email: 'paused' };
      }
      case 'extend': {
        this.extendMembership.check(found, new Date(action.until));
        return { paidUntil: action.until, nextCharge: { amount: price, at: action.until }, email: 'extended' };
      }
      case 'end_pause': {
        const { amountDue, nextChargeAt } = await this.pauseMembership.quoteEnd({ userId });
        return {
          amountDue,
          paidUntil: nextChargeAt,
          nextCharge: { amount: price, at: nextChargeAt },
          email: 'pause_ended',
        };
      }
    }
  }
}

const CHANGED =
  'The membership or its amounts changed since they were shown. Nothing was done. Check the new ones first.';

/** A period that begins with the action ends later by the time between preview and action. */
const comparable = ({ kind }: MembershipAction, { paidUntil, nextCharge, ...effects }: MembershipEffects): unknown =>
  kind === 'switch' || kind === 'end_pause'
    ? { ...effects, nextCharge: nextCharge?.amount }
    : { ...effects, paidUntil, nextCharge };

const refused = (message: string): DomainError => new DomainError('membership_action_refused', { message });

/** Whether an error says that nothing was done. Where the provider did not answer, that is not known. */
const isRefusal = (error: unknown): boolean =>
  error instanceof DomainError && error.kind !== 'unavailable' && error.kind !== 'internal';

/** Messages that speak to the member, as staff read them. */
const STAFF_MESSAGES: Partial<Record<ErrorCode, string>> = {
  account_deactivated: 'This account is deactivated. Reactivate it first.',
  payment_due: 'The last payment of this membership failed. It can only be ended now.',
  payment_processing: 'A bank is processing a payment of this membership. Wait until it has arrived.',
  card_declined: 'The member’s card was declined. Nothing was charged, and nothing was changed.',
  payment_provider_unavailable: 'The payment provider did not answer. Try again in a moment: nothing is done twice.',
};

const asStaffRead = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'subscription_none') throw refused('This account has no running membership.');
    const message =
      STAFF_MESSAGES[error.code] ??
      error.message
        .replaceAll('Your ', 'The ')
        .replace(' Write to us, and we find a way.', ' Change it at the payment provider.')
        .replace('You can', 'It is possible to');
    const { fields, retryAfter } = error;
    throw new DomainError(error.code, {
      ...{ message, cause: error },
      ...(fields !== undefined && { fields }),
      ...(retryAfter !== undefined && { retryAfter }),
    });
  }
};

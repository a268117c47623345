import { Inject, Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { staffRefunded } from '@lectern/contracts/billing/events';
import { refundCharge } from '@lectern/contracts/billing/payment-rpc';
import type { StaffRefund as Asked } from '@lectern/contracts/billing/staff-refund';
import { DomainError } from '@lectern/contracts/errors';
import { formatCents } from '@lectern/contracts/money';
import type { RpcInput } from '@lectern/contracts/rpc';
import { AdvisoryLock } from '@lectern/service-kit/database/advisory-lock';
import { lockKey } from '@lectern/service-kit/database/lock-key';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { ChangeCredit } from '../credit/change-credit.use-case.ts';
import { CustomerRepository } from '../customer/customer.repository.ts';
import { makeRefunds, readBalance } from '../jobs.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { RecordAdminAction } from '../record-admin-action.ts';
import { idOf } from '../stripe/expandable.ts';
import { callingProvider, StripeClient } from '../stripe/stripe-client.ts';
import { SyncCustomer } from '../subscription/sync-customer.use-case.ts';
import { presentRefund } from './present-refund.ts';
import type { StaffRefund } from './staff-refund.entity.ts';
import { type RefundableCharge, StaffRefundRepository } from './staff-refund.repository.ts';

const BATCH = 20;
/** A request has settled its refund, or failed, after this time. */
const UNSETTLED_MS = 60_000;
const REFUSAL_MAX = 500;

/**
 * Refunds charges for staff. A refund is stored before the provider is asked, so that an outage or a crash neither loses nor doubles it: a
 * job asks again until there is an answer.
 */
@Injectable()
export class RefundCharge {
  constructor(
    private readonly transactor: Transactor,
    private readonly lock: AdvisoryLock,
    private readonly stripe: StripeClient,
    private readonly refunds: StaffRefundRepository,
    private readonly customers: CustomerRepository,
    private readonly purchases: PurchaseRepository,
    private readonly changeCredit: ChangeCredit,
    private readonly syncCustomer: SyncCustomer,
    private readonly recordAdminAction: RecordAdminAction,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Handles(refundCharge)
  async execute(input: RpcInput<typeof refundCharge>): Promise<Asked> {
    const asked = await this.transactor.run((tx) => this.ask(tx, input));
    const refund = await this.make(asked.id).catch((error: unknown) => {
      // The job makes it.
      if (!(error instanceof DomainError) || error.code !== 'payment_provider_unavailable') throw error;
      return asked;
    });
    if (refund.status === 'refused')
      throw new DomainError('refund_refused', { ...(refund.refusal !== null && { message: refund.refusal }) });
    return presentRefund(refund);
  }

  @HandlesJob(makeRefunds)
  async run(_: unknown, stopping: AbortSignal): Promise<void> {
    const before = new Date(this.clock.now().getTime() - UNSETTLED_MS);
    for (const { id } of await this.refunds.unsettled(before, BATCH)) {
      if (stopping.aborted) return;
      await this.make(id).catch((error: unknown) => {
        this.logger.warn({ err: error, refundId: id }, 'A refund could not be made or settled yet');
      });
    }
  }

  /** Stores the refund, unless the id has it already. */
  private async ask(
    tx: Transaction,
    { id, movementId, amount, left, method = 'card', withdraw = 0, reason, by }: RpcInput<typeof refundCharge>,
  ): Promise<StaffRefund> {
    const chargeId = await this.refunds.chargeOf(tx, movementId);
    if (chargeId === null) throw new DomainError('not_found', { message: 'There is no such charge.' });
    // Refunds of one charge are asked for one after the other.
    await lockKey(tx, `refunds:${chargeId}`);
    const known = await this.refunds.find(tx, id);
    if (known !== null) {
      if (known.chargeId !== chargeId || known.amount !== amount || known.method !== method)
        throw new DomainError('idempotency_conflict');
      return known;
    }
    const charge = await this.refunds.refundable(tx, chargeId);
    if (charge === null) throw new DomainError('refund_refused', { message: NOT_REFUNDABLE });
    if (charge.left !== left) throw new DomainError('version_conflict', { message: changedMeanwhile(charge) });
    if (amount > left)
      throw new DomainError('invalid_request', { fields: { amount: `Enter at most ${formatCents(left)}` } });
    if (withdraw > charge.credited || (withdraw > 0 && charge.userId === null))
      throw new DomainError('invalid_request', { fields: { withdraw: 'No credit was given for this period' } });
    if (method === 'credit' && (charge.userId === null || withdraw > 0))
      throw new DomainError('invalid_request', {
        fields: { method: charge.userId === null ? NO_ACCOUNT : 'Credit is withdrawn with a refund to the card alone' },
      });
    // Credit pays nothing back: what was paid for stays.
    const ends = method === 'card' && amount === left ? charge.ends : null;
    const { customerId, title, userId } = charge;
    await this.recordAdminAction.execute(tx, by, 'refund_payment', {
      ...{ refundId: id, chargeId, amount },
      ...(title !== null && { title }),
      ...(ends !== null && { ends }),
    });
    const change = method === 'credit' ? amount : -withdraw;
    if (change !== 0 && userId !== null)
      await this.changeCredit.askWithRefund(tx, { id, userId, customerId, amount: change, reason, chargeId }, by);
    return this.refunds.save(tx, {
      ...{ id, chargeId, paymentIntentId: null, customerId, amount, reason, ends, method },
      ...{ status: 'asked', refusal: null, refundId: null, settledAt: null },
      ...{ askedBy: by.adminId, askedAt: this.clock.now() },
    });
  }

  /** Makes a refund at the provider, once, and settles it. Throws `payment_provider_unavailable`, after which the job goes on with it. */
  private async make(id: string): Promise<StaffRefund> {
    return this.lock.hold(`refund:${id}`, async () => {
      const refund = await this.refunds.find(null, id);
      if (refund === null) throw new Error(`There is no refund ${id}`);
      if (refund.settledAt !== null) return refund;
      const made = refund.status === 'asked' ? await this.makeAtProvider(refund) : refund;
      if (made.status !== 'made' || made.settledAt !== null) return made;
      return this.settle(made).catch((error: unknown) => {
        this.logger.warn({ err: error, refundId: id }, 'The effects of a refund are not known yet');
        return made;
      });
    });
  }

  /** The email about the credit is that of every change of it. */
  private async giveAsCredit(refund: StaffRefund): Promise<StaffRefund> {
    const { status, refusal } = await this.changeCredit.giveRefund(refund.id);
    return this.transactor.run(async (tx) => {
      if (status !== 'refused' && refund.chargeId !== null)
        await this.purchases.addCredited(tx, refund.chargeId, refund.amount);
      return this.refunds.change(tx, refund, {
        ...{ status: status === 'refused' ? 'refused' : 'made', refusal, settledAt: this.clock.now() },
      });
    });
  }

  private async makeAtProvider(refund: StaffRefund): Promise<StaffRefund> {
    if (refund.method === 'credit') return this.giveAsCredit(refund);
    // First, because a refund cannot be undone: the member may spend the credit at this moment.
    const unspendable = await this.changeCredit.withdrawFirst(refund.id);
    if (unspendable !== null) return this.refuse(refund, `${unspendable} Nothing was refunded.`);
    try {
      const { id: refundId, charge } = await callingProvider(() => this.atProvider(refund));
      return await this.store(refund, { status: 'made', refundId, chargeId: refund.chargeId ?? idOf(charge) });
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      const refusal = error.message.slice(0, REFUSAL_MAX);
      if (refund.askedBy === null)
        this.logger.error(
          { err: error, refundId: refund.id },
          'The refund of a withdrawal was refused: the person expects it',
        );
      return this.refuse(refund, refusal);
    }
  }

  private async refuse(refund: StaffRefund, refusal: string): Promise<StaffRefund> {
    return this.transactor.run(async (tx) => {
      await this.changeCredit.giveBack(tx, refund.id);
      return this.refunds.change(tx, refund, { status: 'refused', refusal, settledAt: this.clock.now() });
    });
  }

  private async store(refund: StaffRefund, changes: Partial<StaffRefund>): Promise<StaffRefund> {
    return this.transactor.run((tx) => this.refunds.change(tx, refund, changes));
  }

  private async atProvider({ id, chargeId, paymentIntentId, amount }: StaffRefund): Promise<Stripe.Refund> {
    const of = chargeId === null ? { payment_intent: paymentIntentId! } : { charge: chargeId };
    // The provider forgets keys of requests after a day.
    const made = await this.stripe.api.refunds.list({ ...of, limit: 100 });
    return (
      made.data.find(({ metadata }) => metadata?.['lectern_refund'] === id) ??
      (await this.stripe.api.refunds.create(
        { ...of, amount, reason: 'requested_by_customer', metadata: { lectern_refund: id } },
        { idempotencyKey: `staff-refund-${id}` },
      ))
    );
  }

  /**
   * Brings the effects of a refund here, and emails the payer unless something ended, as by a withdrawal, which has an email of its own. The effects shown to staff
   * may have changed meanwhile: a period ends at the provider some seconds before that is known here.
   */
  private async settle(refund: StaffRefund): Promise<StaffRefund> {
    await this.syncCustomer.execute(refund.customerId);
    return this.transactor.run(async (tx) => {
      const ends = (await this.refunds.hasEnded(tx, refund)) ? refund.ends : null;
      const settled = await this.refunds.change(tx, refund, { ends, settledAt: this.clock.now() });
      if (ends === null && refund.askedBy !== null) await this.publish(tx, settled);
      tx.afterCommit(() => this.jobs.wake(readBalance, {}, { key: 'wake' }));
      return settled;
    });
  }

  private async publish(tx: Transaction, { id: refundId, chargeId, customerId, amount }: StaffRefund): Promise<void> {
    const [charge, customer] = [
      chargeId === null ? null : await this.refunds.refundable(tx, chargeId),
      await this.customers.lockById(tx, customerId),
    ];
    if (charge === null || customer === null || customer.email === '') return;
    const { userId, email, firstName, lastName } = customer;
    const { paid, paidAt, title } = charge;
    await tx.publish(staffRefunded, {
      ...{ refundId, userId, email, firstName, lastName, amount, paid, title },
      paidAt: paidAt.toISOString(),
    });
  }
}

const NO_ACCOUNT = 'The payment is of a guest, who has no credit: refund it to the card';

const NOT_REFUNDABLE =
  'This charge cannot be refunded here: it is not from this site, or the bank of the cardholder has reclaimed it.';

const changedMeanwhile = ({ left }: RefundableCharge): string =>
  left <= 0
    ? 'All of it was refunded meanwhile. Reload the page.'
    : `A part of it was refunded meanwhile: ${formatCents(left)} are left. Reload the page.`;

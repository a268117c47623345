import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  correctOfflinePayment,
  listOfflineRecords,
  recordOfflinePayment,
  undoOfflinePayment,
} from '@lectern/contracts/billing/offline-payment-rpc';
import { DomainError } from '@lectern/contracts/errors';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { AdvisoryLock } from '@lectern/service-kit/database/advisory-lock';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import type { Customer } from '../customer/customer.entity.ts';
import { EnsureCustomer } from '../customer/ensure-customer.ts';
import { PayPurchase } from '../purchase/pay-purchase.ts';
import type { Purchase } from '../purchase/purchase.entity.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { RecordAdminAction } from '../record-admin-action.ts';
import type { OfflinePayment } from './offline-payment.entity.ts';
import { OfflinePaymentRepository } from './offline-payment.repository.ts';
import { UndoPayment } from './undo-payment.ts';

type Recording = RpcInput<typeof recordOfflinePayment>;

const DAY_MS = 86_400_000;
const OLDEST_MS = 366 * DAY_MS;

const idOf = (chosen: string): string => `off_${chosen.replaceAll('-', '')}`;
const orNull = (line: string): string | null => (line === '' ? null : line);

/**
 * Payments that staff record: checks, cash and bank transfers. One takes the way of a payment by card from the purchase on, so that the place,
 * the emails and the receipt follow. All calls of one registration run one after the other, with those that open its payment page.
 */
@Injectable()
export class OfflinePayments {
  constructor(
    private readonly lock: AdvisoryLock,
    private readonly transactor: Transactor,
    private readonly payments: OfflinePaymentRepository,
    private readonly purchases: PurchaseRepository,
    private readonly payPurchase: PayPurchase,
    private readonly ensureCustomer: EnsureCustomer,
    private readonly undoPayment: UndoPayment,
    private readonly recordAdminAction: RecordAdminAction,
    private readonly clock: Clock,
  ) {}

  @Handles(recordOfflinePayment)
  async record(input: Recording): Promise<RpcOutput<typeof recordOfflinePayment>> {
    const { payable, amount } = input;
    const id = idOf(input.id);
    return this.lock.hold(`reference:${payable.registrationId}`, async () => {
      const known = await this.payments.find(null, id);
      if (known !== null) {
        const isSame =
          known.undoes === null &&
          known.amount === amount &&
          (await this.purchases.findById(known.purchaseId))?.reference === payable.registrationId;
        if (!isSame) throw new DomainError('idempotency_conflict');
        return { id };
      }
      const receivedAt = this.dayOf(input);
      const before = await this.payPurchase.endPage(payable.registrationId);
      if (payable.problem !== null) throw new DomainError('offline_payment_refused', { message: payable.problem });
      const customer = await this.customerOf(input);
      await this.transactor.run(async (tx) => {
        const purchase = await this.payPurchase.offline(tx, before, { ...payable, customer, paid: amount, receivedAt });
        await this.payments.add(tx, {
          ...{ id, customerId: customer.id, purchaseId: purchase.id },
          ...{ product: payable.product === 'bootcamps' ? 'bootcamp' : 'tournament', method: input.method, amount },
          ...{ receivedAt, reference: orNull(input.reference), note: orNull(input.note), undoes: null },
          ...{ recordedBy: input.by.adminId, recordedAt: this.clock.now() },
        });
        await this.recordAdminAction.execute(tx, input.by, 'record_offline_payment', {
          ...{ paymentId: id, amount, method: input.method, title: payable.title },
        });
      });
      return { id };
    });
  }

  @Handles(undoOfflinePayment)
  async undo({ paymentId, id: chosen, reason, by }: RpcInput<typeof undoOfflinePayment>): Promise<{ id: string }> {
    const id = idOf(chosen);
    return this.changing(paymentId, async (tx, payment, purchase) => {
      const undoing = await this.payments.undoing(tx, payment);
      if (undoing?.id === id) return { id };
      if (undoing !== null) throw undoneAlready();
      if ((await this.payments.find(tx, id)) !== null) throw new DomainError('idempotency_conflict');
      await this.undoPayment.execute(tx, payment, purchase, { id, note: reason, recordedBy: by.adminId });
      await this.recordAdminAction.execute(tx, by, 'undo_offline_payment', {
        ...{ paymentId, amount: payment.amount, title: purchase.title },
      });
      return { id };
    });
  }

  @Handles(correctOfflinePayment)
  async correct(input: RpcInput<typeof correctOfflinePayment>): Promise<{ id: string }> {
    const { paymentId, reason, method, amount, by } = input;
    const id = idOf(input.id);
    return this.changing(paymentId, async (tx, payment, purchase) => {
      const receivedAt = this.dayOf(input);
      const known = await this.payments.find(tx, id);
      if (known !== null) {
        const isSame = known.purchaseId === purchase.id && known.amount === amount && known.undoes === null;
        if (!isSame || known.id === paymentId) throw new DomainError('idempotency_conflict');
        return { id };
      }
      if ((await this.payments.undoing(tx, payment)) !== null) throw undoneAlready();
      if (purchase.endedAt !== null || purchase.refusal !== null)
        throw new DomainError('offline_payment_refused', { message: ENDED });
      await this.undoPayment.correct(tx, payment, purchase, {
        ...{ id, undoingId: idOf(randomUUID()), method, amount, receivedAt, reason },
        ...{ reference: orNull(input.reference), note: orNull(input.note), recordedBy: by.adminId },
      });
      await this.recordAdminAction.execute(tx, by, 'correct_offline_payment', {
        ...{ paymentId, amount: payment.amount, correctedTo: amount, title: purchase.title },
      });
      return { id };
    });
  }

  /** Changes a payment under the locks of its registration and its purchase. Throws `not_found` for the record that undoes one. */
  private async changing<T>(
    paymentId: string,
    change: (tx: Transaction, payment: OfflinePayment, purchase: Purchase) => Promise<T>,
  ): Promise<T> {
    const payment = await this.payments.find(null, paymentId);
    const purchase = payment === null ? null : await this.purchases.findById(payment.purchaseId);
    if (payment === null || purchase === null || payment.undoes !== null) throw unknown();
    return this.lock.hold(`reference:${purchase.reference}`, async () =>
      // Registrations may refuse the payment in the same moment, which undoes it under this lock.
      this.transactor.run(async (tx) => change(tx, payment, await this.purchases.lockById(tx, purchase.id))),
    );
  }

  @Handles(listOfflineRecords)
  async records({ id }: RpcInput<typeof listOfflineRecords>): Promise<RpcOutput<typeof listOfflineRecords>> {
    const records = await this.payments.records(id);
    if (records.length === 0) throw unknown();
    return records.map(presented);
  }

  /** Throws `invalid_request` for a day that is to come, or more than a year ago. */
  private dayOf({ receivedAt }: Pick<Recording, 'receivedAt'>): Date {
    const day = new Date(receivedAt);
    const age = this.clock.now().getTime() - day.getTime();
    if (age < 0)
      throw new DomainError('invalid_request', { fields: { receivedOn: 'Choose a day that is not to come' } });
    if (age > OLDEST_MS)
      throw new DomainError('invalid_request', { fields: { receivedOn: 'Choose a day within the last year' } });
    return day;
  }

  /** An account pays with its own customer; anybody else with one that is made for this payment, as a page makes one. */
  private async customerOf({ id, payable }: Recording): Promise<Customer> {
    const { userId, email, firstName, lastName } = payable;
    if (userId === null) return this.ensureCustomer.ofGuest({ mark: id, email, firstName, lastName });
    return this.lock.hold(`account:${userId}`, () =>
      this.ensureCustomer.ofAccount({ userId, email, firstName, lastName }).catch((error: unknown) => {
        if (error instanceof DomainError && error.code === 'token_invalid')
          throw new DomainError('offline_payment_refused', { message: 'The account that it belongs to was deleted.' });
        throw error;
      }),
    );
  }
}

const ENDED = 'Its registration has ended: return the money, and undo this payment.';
const undoneAlready = (): DomainError =>
  new DomainError('version_conflict', { message: 'It was undone or corrected meanwhile. Reload the page.' });
const unknown = (): DomainError => new DomainError('not_found', { message: 'There is no such offline payment.' });

const presented = ({ id, amount, method, reference, note, receivedAt, recordedBy, recordedAt }: OfflinePayment) => ({
  ...{ id, amount, method, reference, note, recordedBy },
  receivedAt: receivedAt.toISOString(),
  recordedAt: recordedAt.toISOString(),
});

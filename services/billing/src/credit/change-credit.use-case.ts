import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { CreditChange as Answer } from '@lectern/contracts/billing/credit';
import { changeCredit } from '@lectern/contracts/billing/credit-rpc';
import { DomainError } from '@lectern/contracts/errors';
import type { ActingAdmin } from '@lectern/contracts/identity/model';
import { formatCents, MAX_CENTS } from '@lectern/contracts/money';
import type { RpcInput } from '@lectern/contracts/rpc';
import { AdvisoryLock } from '@lectern/service-kit/database/advisory-lock';
import { lockKey } from '@lectern/service-kit/database/lock-key';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AccountRepository } from '../account/account.repository.ts';
import type { Customer } from '../customer/customer.entity.ts';
import { CustomerRepository } from '../customer/customer.repository.ts';
import { EnsureCustomer } from '../customer/ensure-customer.ts';
import { RecordAdminAction } from '../record-admin-action.ts';
import type { CreditChange } from './credit-change.entity.ts';
import { CreditChangeRepository } from './credit-change.repository.ts';
import { CreditRepository } from './credit.repository.ts';
import { MakeCreditChange } from './make-credit-change.ts';
import { presentChange } from './present-change.ts';

/** The change of credit that belongs to a refund. */
interface OfRefund {
  /** Of the refund. */
  readonly id: string;
  readonly userId: string;
  readonly customerId: string;
  /** Cents; positive where it adds credit. */
  readonly amount: number;
  readonly reason: string;
  readonly chargeId: string;
}

/**
 * Gives credit to members and withdraws unspent credit, for staff. A change is stored before the provider is asked, so that an outage or a crash
 * neither loses nor doubles it.
 */
@Injectable()
export class ChangeCredit {
  constructor(
    private readonly lock: AdvisoryLock,
    private readonly transactor: Transactor,
    private readonly accounts: AccountRepository,
    private readonly customers: CustomerRepository,
    private readonly ensureCustomer: EnsureCustomer,
    private readonly credit: CreditRepository,
    private readonly changes: CreditChangeRepository,
    private readonly makeChange: MakeCreditChange,
    private readonly recordAdminAction: RecordAdminAction,
    private readonly clock: Clock,
  ) {}

  @Handles(changeCredit)
  async execute(input: RpcInput<typeof changeCredit>): Promise<Answer> {
    const customer = await this.customerOf(input.userId);
    const asked = await this.transactor.run((tx) => this.ask(tx, customer, input));
    return presentChange(await this.make(asked));
  }

  /** Makes a stored change now. One that the provider does not answer stays asked, and the job makes it; throws `credit_refused`. */
  async make(asked: CreditChange): Promise<CreditChange> {
    const change = await this.makeChange.execute(asked.id).catch((error: unknown) => {
      if (!(error instanceof DomainError) || error.code !== 'payment_provider_unavailable') throw error;
      return asked;
    });
    if (change.status === 'refused')
      throw new DomainError('credit_refused', { ...(change.refusal !== null && { message: change.refusal }) });
    return change;
  }

  /** Cents of an account that can be withdrawn now. */
  async withdrawable(tx: Transaction | null, userId: string): Promise<number> {
    const balance = await this.credit.balanceOfUser(tx, userId);
    return Math.max(0, balance - (await this.changes.leaving(tx, userId)));
  }

  /**
   * Stores the change that a refund makes or has with it, under its id. A withdrawal is made before the refund; `version_conflict` where less is left
   * to withdraw.
   */
  async askWithRefund(
    tx: Transaction,
    { id, userId, customerId, amount, reason, chargeId }: OfRefund,
    by: ActingAdmin,
  ): Promise<void> {
    await lockKey(tx, `credit:${userId}`);
    const left = await this.withdrawable(tx, userId);
    if (left + amount < 0) throw new DomainError('version_conflict', { message: changedMeanwhile(left) });
    await this.store(tx, { id, customerId, kind: amount > 0 ? 'refund' : 'withdrawn', amount, reason, chargeId }, by);
  }

  /** Makes the withdrawal that belongs to a refund, before the refund. Answers why it was refused, null otherwise. */
  async withdrawFirst(refundId: string): Promise<string | null> {
    if ((await this.changes.find(null, refundId)) === null) return null;
    const { status, refusal } = await this.makeChange.execute(refundId);
    return status === 'refused' ? (refusal ?? '') : null;
  }

  /** Gives the credit back that was withdrawn for a refund that the provider refused. The job makes it. */
  async giveBack(tx: Transaction, refundId: string): Promise<void> {
    const change = await this.changes.find(tx, refundId);
    if (change?.kind !== 'withdrawn' || change.status !== 'made') return;
    const { customerId, amount, askedBy } = change;
    await this.changes.add(tx, {
      ...{ id: randomUUID(), customerId, kind: 'goodwill', amount: -amount, reason: GIVEN_BACK, chargeId: null },
      ...{ status: 'asked', refusal: null, askedBy, askedAt: this.clock.now() },
    });
  }

  /** Gives the credit of a refund, once. Throws `payment_provider_unavailable`. */
  async giveRefund(refundId: string): Promise<CreditChange> {
    return this.makeChange.execute(refundId);
  }

  private async customerOf(userId: string): Promise<Customer> {
    const known = await this.customers.payingOf(userId);
    if (known !== null) return known;
    const account = await this.accounts.find(null, userId);
    if (account === null) throw new DomainError('not_found', { message: 'There is no such member.' });
    return this.lock.hold(`account:${userId}`, () => this.ensureCustomer.ofAccount(account));
  }

  /** Stores the change, unless the id has it already. */
  private async ask(
    tx: Transaction,
    { id: customerId }: Customer,
    { id, userId, act, amount, balance, reason, by }: RpcInput<typeof changeCredit>,
  ): Promise<CreditChange> {
    // Changes of one account are asked for one after the other.
    await lockKey(tx, `credit:${userId}`);
    const signed = act === 'give' ? amount : -amount;
    const known = await this.changes.find(tx, id);
    if (known !== null) {
      if (known.amount !== signed || known.reason !== reason) throw new DomainError('idempotency_conflict');
      return known;
    }
    // It is not in the balance yet. Looked for before that is read: it may be made meanwhile.
    if (await this.changes.isUnderWay(tx, userId)) throw new DomainError('version_conflict', { message: UNDER_WAY });
    const now = await this.credit.balanceOfUser(tx, userId);
    if (now !== balance) throw new DomainError('version_conflict', { message: changedMeanwhile(now) });
    const left = await this.withdrawable(tx, userId);
    if (act === 'withdraw' && amount > left)
      throw new DomainError('invalid_request', { fields: { amount: `Enter at most ${formatCents(left)}` } });
    if (act === 'give' && now + amount > MAX_CENTS)
      throw new DomainError('invalid_request', { fields: { amount: `Enter at most ${formatCents(MAX_CENTS - now)}` } });
    const kind = act === 'give' ? 'goodwill' : 'withdrawn';
    return this.store(tx, { id, customerId, kind, amount: signed, reason, chargeId: null }, by);
  }

  private async store(
    tx: Transaction,
    change: Pick<CreditChange, 'id' | 'customerId' | 'kind' | 'amount' | 'reason' | 'chargeId'>,
    by: ActingAdmin,
  ): Promise<CreditChange> {
    const { id: changeId, kind, amount, customerId } = change;
    await this.recordAdminAction.execute(tx, by, 'change_credit', {
      ...{ changeId, customerId, kind, amount: Math.abs(amount) },
    });
    const stored: CreditChange = {
      ...{ ...change, refusal: null, askedBy: by.adminId, askedAt: this.clock.now() },
      status: 'asked',
    };
    await this.changes.add(tx, stored);
    return stored;
  }
}

const GIVEN_BACK = 'The refund was refused, so its credit is back';
const UNDER_WAY = 'Another change of the credit is being made. Nothing was changed. Reload the page in a moment.';

const changedMeanwhile = (left: number): string =>
  `The credit changed meanwhile: it is ${formatCents(left)} now. Nothing was changed. Reload the page.`;

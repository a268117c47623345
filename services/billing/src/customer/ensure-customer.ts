import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { Clock } from '@lectern/service-kit/time/clock';
import type Stripe from 'stripe';
import { callingProvider, isMissing, StripeClient } from '../stripe/stripe-client.ts';
import { AccountRepository } from '../account/account.repository.ts';
import { Customer } from './customer.entity.ts';
import { CustomerRepository } from './customer.repository.ts';

/** The account that is about to pay. */
export interface Payer {
  readonly userId: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** A person without an account, and the mark of the payment. */
interface Guest {
  readonly mark: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Marks a customer at the provider as made for an account of ours. */
const ACCOUNT_MARK = 'lectern_account';

/** Customers at the provider: an account's, made on first need, and those that are found there. */
@Injectable()
export class EnsureCustomer {
  constructor(
    private readonly stripe: StripeClient,
    private readonly customers: CustomerRepository,
    private readonly accounts: AccountRepository,
    private readonly erased: ErasedAccounts,
    private readonly transactor: Transactor,
    private readonly clock: Clock,
  ) {}

  /**
   * The customer with which an account pays, made in the name and address of the account: what is paid for may be another person's.
   * Called under the account's lock. Throws `token_invalid` for a deleted account.
   */
  async ofAccount(asked: Payer): Promise<Customer> {
    if (await this.erased.hasNow(asked.userId)) throw new DomainError('token_invalid');
    const known = await this.customers.payingOf(asked.userId);
    if (known !== null) return known;
    // An account that was never published yet is as the request says.
    const payer: Payer = (await this.accounts.find(null, asked.userId)) ?? asked;
    const id = await this.createAtProvider(payer);
    const kept = await this.transactor.run(async (tx) => {
      if (await this.erased.has(tx, payer.userId)) return null;
      const customer = this.row({
        id,
        email: payer.email,
        firstName: payer.firstName ?? '',
        lastName: payer.lastName ?? '',
        userId: payer.userId,
      });
      await this.customers.save(tx, customer);
      return customer;
    });
    if (kept !== null) return kept;
    // The account was deleted while its customer was made: nothing of the person stays there either.
    await callingProvider(() => this.stripe.api.customers.del(id));
    throw new DomainError('token_invalid');
  }

  /**
   * The customer of a guest who pays without a page of the provider, claimed for the mailbox. One for each mark: a repeated call answers the
   * same, for a day also after a crash.
   */
  async ofGuest({ mark, email, firstName, lastName }: Guest): Promise<Customer> {
    const name = [firstName, lastName].filter(Boolean).join(' ');
    const { id } = await callingProvider(() =>
      this.stripe.api.customers.create(
        { email, ...(name === '' ? {} : { name }), metadata: { lectern_offline_payment: mark } },
        { idempotencyKey: `guest-customer-${mark}` },
      ),
    );
    const customer = (await this.customers.findById(id)) ?? this.row({ id, email, firstName, lastName, userId: null });
    await this.transactor.run((tx) => this.customers.addGuest(tx, customer));
    return customer;
  }

  /** Notes that the provider does not know a customer any more: the account's next payment makes another one. */
  async lose(id: string): Promise<void> {
    await this.transactor.run((tx) => this.customers.save(tx, { id, lostAt: this.clock.now() }));
  }

  /** Keeps the customer that the provider made for a guest's checkout, and claims it for the mailbox that it was opened for. Idempotent. */
  async adoptGuest(id: string, guest: Pick<Customer, 'email' | 'firstName' | 'lastName'>): Promise<void> {
    if ((await this.customers.findById(id)) !== null) return;
    const remote = await callingProvider(() => this.stripe.api.customers.retrieve(id)).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    const created = remote === null || remote.deleted === true ? undefined : remote.created;
    const customer = this.row({ id, ...guest, userId: null, created });
    await this.transactor.run((tx) => this.customers.addGuest(tx, customer));
  }

  /**
   * Adopts a customer that exists at the provider and not (any more) here, for the account that it was made for, or for a guest. Answers
   * `null` where there is no mailbox to claim it by. Idempotent.
   */
  async adopt(remote: Stripe.Customer): Promise<Customer | null> {
    const known = await this.customers.findById(remote.id);
    if (known !== null) return known;
    const userId = remote.metadata[ACCOUNT_MARK] ?? null;
    if (remote.email === null || (userId !== null && (await this.erased.hasNow(userId)))) return null;
    const [firstName = '', ...rest] = (remote.name ?? '').split(' ');
    const customer = this.row({
      id: remote.id,
      email: remote.email,
      firstName,
      lastName: rest.join(' '),
      userId,
      created: remote.created,
    });
    await this.transactor.run((tx) =>
      userId === null ? this.customers.addGuest(tx, customer) : this.customers.save(tx, customer),
    );
    return customer;
  }

  /** `created` is the provider's, in whole seconds; a customer of this second was made now. */
  private row({
    created = Infinity,
    ...of
  }: Pick<Customer, 'id' | 'email' | 'firstName' | 'lastName' | 'userId'> & {
    readonly created?: number | undefined;
  }): Customer {
    return {
      ...of,
      emailKey: keyOf(of.email),
      accountVersion: 0,
      isProviderUpdated: true,
      erasedAt: null,
      lostAt: null,
      lostCredit: null,
      syncDueAt: null,
      createdAt: new Date(Math.min(this.clock.now().getTime(), created * 1_000 + 999)),
    };
  }

  private async createAtProvider({ userId, email, firstName, lastName }: Payer): Promise<string> {
    const name = [firstName, lastName].filter(Boolean).join(' ');
    const customer = await callingProvider(async () => {
      // A process that died between the provider's answer and our row left one behind: it is found again by its mark.
      const { data } = await this.stripe.api.customers.list({ email, limit: 100 });
      const ours = await this.customers.knownOf(data.map(({ id }) => id));
      const left = data.find(({ id, metadata }) => metadata[ACCOUNT_MARK] === userId && !ours.has(id));
      return (
        left ??
        this.stripe.api.customers.create({
          email,
          ...(name === '' ? {} : { name }),
          metadata: { [ACCOUNT_MARK]: userId },
        })
      );
    });
    return customer.id;
  }
}

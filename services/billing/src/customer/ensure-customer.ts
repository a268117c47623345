import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { Clock } from '@lectern/service-kit/time/clock';
import { callingProvider, StripeClient } from '../stripe/stripe-client.ts';
import { Customer } from './customer.entity.ts';
import { CustomerRepository } from './customer.repository.ts';

export interface Person {
  readonly userId: string | null;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** The person's customer at the provider, made on first need. Called under the person's lock, so there is one per address. */
@Injectable()
export class EnsureCustomer {
  constructor(
    private readonly stripe: StripeClient,
    private readonly customers: CustomerRepository,
    private readonly erased: ErasedAccounts,
    private readonly transactor: Transactor,
    private readonly clock: Clock,
  ) {}

  async for(person: Person): Promise<Customer> {
    const emailKey = keyOf(person.email);
    if (person.userId !== null && (await this.erased.hasNow(person.userId))) throw new DomainError('token_invalid');
    const known = (person.userId === null ? null : await this.customers.findByUser(person.userId)) ?? (await this.customers.findByEmailKey(emailKey));
    const id = known?.id ?? (await this.createAtProvider(person, emailKey));
    const customer = await this.keep(id, person, emailKey);
    if (customer !== null) return customer;
    // The account was deleted while its customer was made: nothing of the person stays there either.
    if (known === null) await callingProvider(() => this.stripe.api.customers.del(id));
    throw new DomainError('token_invalid');
  }

  /** The customer's row, or `null` where the account is gone. */
  private async keep(id: string, person: Person, emailKey: string): Promise<Customer | null> {
    return this.transactor.run(async (tx) => {
      if (person.userId !== null && (await this.erased.has(tx, person.userId))) return null;
      const current = await this.customers.lockById(tx, id);
      // The address belonged to another account until a moment ago, and we were not told yet.
      if (current?.userId != null && person.userId !== null && current.userId !== person.userId) throw new DomainError('in_progress');
      const customer: Customer = {
        id,
        userId: current?.userId ?? person.userId,
        email: current?.email ?? person.email,
        emailKey: current?.emailKey ?? emailKey,
        firstName: person.firstName ?? current?.firstName ?? '',
        lastName: person.lastName ?? current?.lastName ?? '',
        accountVersion: current?.accountVersion ?? 0,
        providerIsTold: current?.providerIsTold ?? true,
        erasedAt: current?.erasedAt ?? null,
        createdAt: current?.createdAt ?? this.clock.now(),
      };
      await this.customers.save(tx, customer);
      return customer;
    });
  }

  /** Takes somebody over whom the provider knows by our mark and we do not, or no more. `null` for anybody else. */
  async adopt(remote: Stripe.Customer): Promise<Customer | null> {
    const known = await this.customers.findById(remote.id);
    if (known !== null) return known;
    if (remote.email === null) return null;
    const emailKey = keyOf(remote.email);
    if ((await this.customers.findByEmailKey(emailKey)) !== null) return null;
    const [firstName = '', ...rest] = (remote.name ?? '').split(' ');
    const customer: Customer = {
      id: remote.id,
      userId: null,
      email: remote.email,
      emailKey,
      firstName,
      lastName: rest.join(' '),
      accountVersion: 0,
      providerIsTold: true,
      erasedAt: null,
      createdAt: this.clock.now(),
    };
    await this.transactor.run((tx) => this.customers.save(tx, customer));
    return customer;
  }

  private async createAtProvider(person: Person, emailKey: string): Promise<string> {
    const name = [person.firstName, person.lastName].filter(Boolean).join(' ');
    const metadata = { lectern_email_key: emailKey };
    const customer = await callingProvider(async () => {
      // Somebody who died between the provider's answer and our row left one behind: it is found again by its address.
      const { data } = await this.stripe.api.customers.list({ email: person.email, limit: 100 });
      // One that we know is somebody else's, who had this address until a moment ago.
      const ours = await this.customers.knownOf(data.map(({ id }) => id));
      const left = data.find(({ id, metadata: { lectern_email_key: key } }) => key === emailKey && !ours.has(id));
      return left ?? this.stripe.api.customers.create({ email: person.email, ...(name === '' ? {} : { name }), metadata });
    });
    return customer.id;
  }
}

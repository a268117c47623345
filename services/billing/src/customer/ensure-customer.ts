import { Injectable } from '@nestjs/common';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { Transactor } from '@lectern/service-kit/database/transaction';
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
    private readonly transactor: Transactor,
    private readonly clock: Clock,
  ) {}

  async for(person: Person): Promise<Customer> {
    const emailKey = keyOf(person.email);
    const known = await this.customers.findByEmailKey(emailKey);
    const id = known?.id ?? (await this.createAtProvider(person, emailKey));
    const customer: Customer = {
      id,
      userId: person.userId ?? known?.userId ?? null,
      email: person.email,
      emailKey,
      firstName: person.firstName ?? known?.firstName ?? '',
      lastName: person.lastName ?? known?.lastName ?? '',
      createdAt: known?.createdAt ?? this.clock.now(),
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
      const left = data.find((candidate) => candidate.metadata['lectern_email_key'] === emailKey);
      return left ?? this.stripe.api.customers.create({ email: person.email, ...(name === '' ? {} : { name }), metadata });
    });
    return customer.id;
  }
}

import type { Provider } from '@nestjs/common';
import Stripe from 'stripe';
import { DataSource } from 'typeorm';
import { OutboxSignal, type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { billingService } from '../billing.service.ts';
import { BillingConfig } from '../config.ts';
import { StripeClient } from '../stripe/stripe-client.ts';

/** The places at which a process may die: before and after each request to the provider and each transaction. */
export class CrashPoints {
  private passed = 0;
  /** Where it died. */
  where: string | undefined;
  readonly died: Promise<void>;
  private die: () => void = () => undefined;

  /** @param at the number of the place at which it dies, from 1 on; 0 for never */
  constructor(private readonly at: number) {
    this.died = new Promise((resolve) => (this.die = resolve));
  }

  get count(): number {
    return this.passed;
  }

  /** A dead process goes past none of its places. */
  pass(where: string): void {
    if (this.where !== undefined) throw new Error(`Dead since ${this.where}`);
    this.passed += 1;
    if (this.passed !== this.at) return;
    this.where = where;
    this.die();
    throw new Error(`Dies ${where}`);
  }
}

/** The service, made to die at a place. Its provider's client and its transactions are the real ones, with the places around them. */
export const crashingService = (points: CrashPoints): typeof billingService => {
  class CrashingStripeClient extends StripeClient {
    constructor(config: BillingConfig) {
      super(config);
      // Below the SDK's own repetitions: a dead process does not try again.
      const client = Stripe.createNodeHttpClient();
      const makeRequest = client.makeRequest.bind(client);
      client.makeRequest = async (...request: Parameters<typeof makeRequest>) => {
        const [, , path, method] = request;
        const isWrite = method === 'POST' || method === 'DELETE';
        if (isWrite) points.pass(`before ${method} ${path.split('?')[0]}`);
        const answer = await makeRequest(...request);
        if (isWrite) points.pass(`after ${method} ${path.split('?')[0]}`);
        return answer;
      };
      Object.assign(this, {
        api: new Stripe(config.STRIPE_SECRET_KEY, {
          ...addressOf(config),
          httpClient: client,
          maxNetworkRetries: 0,
          telemetry: false,
        }),
      });
    }
  }
  class CrashingTransactor extends Transactor {
    override async run<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
      points.pass('before a transaction');
      const result = await super.run(work);
      points.pass('after a transaction');
      return result;
    }
  }
  const crashing: Provider[] = [
    {
      provide: StripeClient,
      useFactory: (config: BillingConfig) => new CrashingStripeClient(config),
      inject: [BillingConfig],
    },
    {
      provide: Transactor,
      useFactory: (...given: ConstructorParameters<typeof Transactor>) => new CrashingTransactor(...given),
      inject: [DataSource, Clock, OutboxSignal],
    },
  ];
  const providers = (billingService.module.providers ?? []).filter((provider) => provider !== StripeClient);
  return { ...billingService, module: { ...billingService.module, providers: [...providers, ...crashing] } };
};

const addressOf = (config: BillingConfig): Stripe.StripeConfig => {
  const address = new URL(config.STRIPE_API_URL ?? '');
  return { host: address.hostname, port: address.port, protocol: 'http' };
};

import * as z from 'zod/mini';
import { DatabaseProcessConfig } from '@lectern/service-kit/config/process-config';
import { ProviderSecret } from '@lectern/service-kit/config/secret';
import { Variable } from '@lectern/service-kit/config/variable';
import { commaList, httpAddress, matching } from '@lectern/service-kit/config/variable-schemas';

export class BillingConfig extends DatabaseProcessConfig {
  @ProviderSecret(/^(sk|rk)_(test|live)_/)
  @Variable(matching(/^(sk|rk)_(test|live)_\w+$/, 'must be a secret or restricted key of Stripe'))
  readonly STRIPE_SECRET_KEY!: string;

  @ProviderSecret(/^whsec_/)
  @Variable(matching(/^whsec_\w+$/, 'must be the signing secret of the webhook endpoint (whsec_…)'))
  readonly STRIPE_WEBHOOK_SECRET!: string;

  /** Events signed with these are taken too, while the secret is rolled: Stripe signs with both for up to a day. */
  @ProviderSecret(/^whsec_/)
  @Variable(
    commaList(matching(/^whsec_\w+$/, 'must be signing secrets of webhook endpoints (whsec_…), separated by commas')),
  )
  readonly STRIPE_WEBHOOK_SECRET_ALSO_VALID: readonly string[] = [];

  /** The local Stripe emulator. In the local system only. */
  @Variable(z.optional(httpAddress('must be an address')))
  readonly STRIPE_API_URL?: string;

  override problems(): string[] {
    const problems = super.problems();
    if (this.DEPLOYMENT === 'production') {
      if (this.STRIPE_API_URL !== undefined) problems.push('STRIPE_API_URL may be set in the local system only');
      if (/^.._test_/.test(this.STRIPE_SECRET_KEY))
        problems.push('STRIPE_SECRET_KEY is a test key, with which nobody pays: it is for the local system only');
    }
    return problems;
  }
}

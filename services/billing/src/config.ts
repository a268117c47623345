import { IsOptional, IsUrl, Matches } from 'class-validator';
import { CommaList, DatabaseProcessConfig } from '@lectern/service-kit/config/process-config';
import { ProviderSecret } from '@lectern/service-kit/config/secret';

export class BillingConfig extends DatabaseProcessConfig {
  @ProviderSecret(/^(sk|rk)_(test|live)_/)
  @Matches(/^(sk|rk)_(test|live)_\w+$/, { message: 'STRIPE_SECRET_KEY must be a secret or restricted key of Stripe' })
  readonly STRIPE_SECRET_KEY!: string;

  @ProviderSecret(/^whsec_/)
  @Matches(/^whsec_\w+$/, {
    message: 'STRIPE_WEBHOOK_SECRET must be the signing secret of the webhook endpoint (whsec_…)',
  })
  readonly STRIPE_WEBHOOK_SECRET!: string;

  /** Events signed with these are taken too, while the secret is rolled: Stripe signs with both for up to a day. */
  @ProviderSecret(/^whsec_/)
  @CommaList()
  @Matches(/^whsec_\w+$/, {
    each: true,
    message:
      'STRIPE_WEBHOOK_SECRET_ALSO_VALID must be signing secrets of webhook endpoints (whsec_…), separated by commas',
  })
  readonly STRIPE_WEBHOOK_SECRET_ALSO_VALID: readonly string[] = [];

  /** The local Stripe emulator. In the local system only. */
  @IsOptional()
  @IsUrl({ require_tld: false, require_protocol: true }, { message: 'STRIPE_API_URL must be an address' })
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

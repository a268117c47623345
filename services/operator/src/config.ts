import { SealingConfig, withIdentityRequestKey } from '@lectern/service-kit/config/process-config';
import { SecretAddress, secretProblemsOf } from '@lectern/service-kit/config/secret';
import { Variable } from '@lectern/service-kit/config/variable';
import { oneOf, redisAddress } from '@lectern/service-kit/config/variable-schemas';
import { redisAddressProblems } from '@lectern/service-kit/redis/redis-address';

/** The configuration of operator commands. Only services connect to the databases; commands call the services. */
export class OperatorConfig extends withIdentityRequestKey(SealingConfig) {
  @Variable(oneOf(['local', 'production']))
  readonly DEPLOYMENT: 'local' | 'production' = 'production';

  /** In the forms of {@link redisAddressProblems}. */
  @SecretAddress()
  @Variable(redisAddress)
  readonly REDIS_URL!: string;

  problems(): string[] {
    return [...redisAddressProblems(this.REDIS_URL), ...(this.DEPLOYMENT === 'local' ? [] : secretProblemsOf(this))];
  }
}

import { IsIn, Matches } from 'class-validator';
import { SealingConfig, withIdentityRequestKey } from '@lectern/service-kit/config/process-config';
import { SecretAddress, secretProblemsOf } from '@lectern/service-kit/config/secret';
import { redisAddressProblems } from '@lectern/service-kit/redis/redis-address';

/** The configuration of operator commands. Only services connect to the databases; commands call the services. */
export class OperatorConfig extends withIdentityRequestKey(SealingConfig) {
  @IsIn(['local', 'production'])
  readonly DEPLOYMENT: 'local' | 'production' = 'production';

  /** In the forms of {@link redisAddressProblems}. */
  @SecretAddress()
  @Matches(/^rediss?:\/\/.+/, { message: 'REDIS_URL must be an address such as redis://host:6379' })
  readonly REDIS_URL!: string;

  problems(): string[] {
    return [...redisAddressProblems(this.REDIS_URL), ...(this.DEPLOYMENT === 'local' ? [] : secretProblemsOf(this))];
  }
}

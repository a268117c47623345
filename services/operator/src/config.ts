import { IsIn, IsString, Matches } from 'class-validator';
import { CommaList } from '@lectern/service-kit/config/process-config';
import { OwnSecret, SecretAddress, secretProblemsOf, validSecrets } from '@lectern/service-kit/config/secret';
import { redisAddressProblems } from '@lectern/service-kit/rpc/redis-address';
import { RequestSeal } from '@lectern/service-kit/rpc/request-seal';

/** What an operator's commands are told. The databases belong to the services, which are asked. */
export class OperatorConfig {
  @IsIn(['local', 'production'])
  readonly DEPLOYMENT: 'local' | 'production' = 'production';

  /** In the forms of {@link redisAddressProblems}. */
  @SecretAddress()
  @Matches(/^rediss?:\/\/.+/, { message: 'REDIS_URL must be an address such as redis://host:6379' })
  readonly REDIS_URL!: string;

  /** Seals what processes send each other through Redis. The same for all of them. */
  @OwnSecret()
  @IsString()
  readonly REQUEST_KEY!: string;

  /** What is opened as well while it is being changed. */
  @OwnSecret()
  @CommaList()
  @IsString({ each: true, message: 'REQUEST_KEY_ALSO_VALID must be keys, separated by commas' })
  readonly REQUEST_KEY_ALSO_VALID: readonly string[] = [];

  get seal(): RequestSeal {
    return new RequestSeal(validSecrets(this, 'REQUEST_KEY'));
  }

  problems(): string[] {
    return [...redisAddressProblems(this.REDIS_URL), ...(this.DEPLOYMENT === 'local' ? [] : secretProblemsOf(this))];
  }
}

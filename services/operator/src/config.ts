import { IsIn, Matches } from 'class-validator';
import { SecretAddress, secretProblemsOf } from '@lectern/service-kit/config/secret';

/** What an operator's commands are told. The databases belong to the services, which are asked. */
export class OperatorConfig {
  @IsIn(['local', 'production'])
  readonly DEPLOYMENT: 'local' | 'production' = 'production';

  @SecretAddress()
  @Matches(/^rediss?:\/\/.+/, { message: 'REDIS_URL must be an address such as redis://host:6379' })
  readonly REDIS_URL!: string;

  problems(): string[] {
    return this.DEPLOYMENT === 'local' ? [] : secretProblemsOf(this);
  }
}

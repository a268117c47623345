import { IsInt, Max, Min } from 'class-validator';
import { MAX_CENTS } from '@lectern/contracts/money';
import { DatabaseProcessConfig, WholeNumber } from '@lectern/service-kit/config/process-config';

const MEMBER_PRICE = { message: 'TOURNAMENT_MEMBER_PRICE must be a whole number of cents, such as 3000' };

export class RegistrationsConfig extends DatabaseProcessConfig {
  /** What a tournament entry costs an active monthly member, in cents. */
  @WholeNumber() @IsInt(MEMBER_PRICE) @Min(0, MEMBER_PRICE) @Max(MAX_CENTS, MEMBER_PRICE)
  readonly TOURNAMENT_MEMBER_PRICE: number = 3_000;
}

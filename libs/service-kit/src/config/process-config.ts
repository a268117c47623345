import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsISO8601, IsOptional, IsString, Matches, Max, Min } from 'class-validator';

/** A variable that holds a whole number. Anything else stays as it is, so that the validator names it. */
export const WholeNumber = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value));

/** A variable that holds a key in PEM form, in which line breaks may be written as `\n`. */
export const PemKey = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.replaceAll('\\n', '\n') : value));

/** What every process is told. Properties are named as their environment variables. */
export class ProcessConfig {
  /** `local` allows what must never be reachable in production: provider doubles and a set clock. */
  @IsIn(['local', 'production'])
  readonly DEPLOYMENT: 'local' | 'production' = 'production';

  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
  readonly LOG_LEVEL: string = 'info';

  /** Health and metrics; 0 picks a free port. */
  @WholeNumber() @IsInt() @Min(0) @Max(65_535)
  readonly OPS_PORT: number = 9_090;

  @IsString()
  readonly OPS_HOST: string = '127.0.0.1';

  @Matches(/^rediss?:\/\/.+/, { message: 'REDIS_URL must be an address such as redis://host:6379' })
  readonly REDIS_URL!: string;

  /** Where the product's clock starts, in the local system only. */
  @IsOptional() @IsISO8601({ strict: true })
  readonly APP_CLOCK?: string;

  /** The real instant at which the clock was set there; this process's start when left out. */
  @IsOptional() @IsISO8601({ strict: true })
  readonly APP_CLOCK_SET_AT?: string;

  /** Where the sandbox tells how far its clock was moved, which this process's then follows. In the local system only. */
  @IsOptional() @Matches(/^http:\/\/.+/, { message: 'APP_CLOCK_URL must be an address such as http://localhost:3001/stripe/test_helpers/clock' })
  readonly APP_CLOCK_URL?: string;

  problems(): string[] {
    if (this.DEPLOYMENT === 'local') return [];
    return (['APP_CLOCK', 'APP_CLOCK_URL'] as const).filter((name) => this[name] !== undefined).map((name) => `${name} may be set in the local system only`);
  }
}

/** A process with a schema of its own in Postgres. */
export class DatabaseProcessConfig extends ProcessConfig {
  @Matches(/^postgres(ql)?:\/\/.+/, { message: 'DATABASE_URL must be an address such as postgres://role:password@host:5432/lectern' })
  readonly DATABASE_URL!: string;

  @WholeNumber() @IsInt() @Min(1) @Max(100)
  readonly DATABASE_POOL_SIZE: number = 8;
}

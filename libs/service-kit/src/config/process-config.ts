import { urlOf } from '@lectern/contracts/url';
import * as z from 'zod/mini';
import type { ServiceName } from '@lectern/contracts/rpc';
import { redisAddressProblems } from '../redis/redis-address.ts';
import { OwnSecret, ownSecretProblemsOf, SecretAddress, secretProblemsOf, validSecrets } from './secret.ts';
import { RequestSeal } from '../redis/request-seal.ts';
import { Variable } from './variable.ts';
import {
  anyNumber,
  commaList,
  instant,
  matching,
  oneOf,
  postgresAddress,
  redisAddress,
  text,
  wholeNumber,
} from './variable-schemas.ts';

/** Hosts that are not reachable from outside, and the example host. */
const NOT_PUBLIC =
  /^(localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}|\[.*\]|(.+\.)?lectern\.(example|test))$/i;

/** Whether people and providers can reach this host, or get emails from it. */
export const isPublicHost = (host: string): boolean => !NOT_PUBLIC.test(host);

/** Problems of the site's URL in production. A malformed URL is reported elsewhere. */
export const publicUrlProblems = (address: unknown): string[] => {
  const url = typeof address === 'string' ? urlOf(address) : null;
  if (url === null) return [];
  const { protocol, hostname } = url;
  return [
    ...(protocol === 'http:' ? ['PUBLIC_URL must begin with https:// in production'] : []),
    ...(hostname === '' || isPublicHost(hostname)
      ? []
      : ['PUBLIC_URL must be the address under which people reach the site in production']),
  ];
};

/**
 * The samplers of https://opentelemetry.io/docs/languages/sdk-configuration/general/#otel_traces_sampler that work for
 * a trace across processes.
 */
const TRACE_SAMPLERS = [
  'always_on',
  'always_off',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Keys that seal the messages between processes in Redis. */
export class SealingConfig {
  /** Seals events, and the requests and replies of every service except identity. The same for all processes. */
  @OwnSecret()
  @Variable(text)
  readonly REQUEST_KEY!: string;

  /** Former keys that are still accepted during a key change. */
  @OwnSecret()
  @Variable(commaList(text))
  readonly REQUEST_KEY_ALSO_VALID: readonly string[] = [];

  get seal(): RequestSeal {
    return new RequestSeal(validSecrets(this, 'REQUEST_KEY'));
  }

  /** The seal of a service's requests and replies. Throws for identity in a process without its key. */
  sealOf(service: ServiceName): RequestSeal {
    if (service === 'identity') throw new Error('This process does not know IDENTITY_REQUEST_KEY');
    return this.seal;
  }
}

/**
 * Adds the key of requests to identity and of its replies, which carry passwords, codes and tokens: for identity and
 * its callers.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a mixin's constructor takes exactly this
export const withIdentityRequestKey = <B extends abstract new (...args: any[]) => SealingConfig>(Base: B) => {
  abstract class KnowsIdentityRequestKey extends Base {
    @OwnSecret()
    @Variable(text)
    readonly IDENTITY_REQUEST_KEY!: string;

    /** Former keys that are still accepted during a key change. */
    @OwnSecret()
    @Variable(commaList(text))
    readonly IDENTITY_REQUEST_KEY_ALSO_VALID: readonly string[] = [];

    override sealOf(service: ServiceName): RequestSeal {
      return service === 'identity'
        ? new RequestSeal(validSecrets(this, 'IDENTITY_REQUEST_KEY'))
        : super.sealOf(service);
    }
  }
  return KnowsIdentityRequestKey;
};

/** The configuration of every process. Properties are named like their environment variables. */
export class ProcessConfig extends SealingConfig {
  /** `local` allows provider emulators and a set clock, which must never be reachable in production. */
  @Variable(oneOf(['local', 'production']))
  readonly DEPLOYMENT: 'local' | 'production' = 'production';

  @Variable(oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']))
  readonly LOG_LEVEL: string = 'info';

  /** Port of health and metrics; 0 picks a free one. */
  @Variable(wholeNumber(0, 65_535))
  readonly OPS_PORT: number = 9_090;

  @Variable(text)
  readonly OPS_HOST: string = '127.0.0.1';

  /** In the forms of {@link redisAddressProblems}. */
  @SecretAddress()
  @Variable(redisAddress)
  readonly REDIS_URL!: string;

  /** The instant to which the product's clock is set, in the local system only. */
  @Variable(z.optional(instant))
  readonly APP_CLOCK?: string;

  /** The real instant at which the clock was set; the start of this process where it is absent. */
  @Variable(z.optional(instant))
  readonly APP_CLOCK_SET_AT?: string;

  /** The sandbox's URL that reports how far its clock was moved; this process's clock follows. In the local system only. */
  @Variable(
    z.optional(matching(/^http:\/\/.+/, 'must be an address such as http://localhost:3001/stripe/test_helpers/clock')),
  )
  readonly APP_CLOCK_URL?: string;

  /**
   * Where spans are sent: a collector that accepts OTLP over HTTP. `/v1/traces` is appended. Nothing is traced unless
   * it is set.
   */
  @Variable(
    z.optional(
      matching(/^https?:\/\/[^\s@?#]+$/, 'must be an address such as http://collector:4318, without a password'),
    ),
  )
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string;

  /**
   * The sampler, by OpenTelemetry's names. Without `parentbased_` each process of a trace would decide for itself by an
   * id that strangers choose.
   */
  @Variable(oneOf(TRACE_SAMPLERS))
  readonly OTEL_TRACES_SAMPLER: (typeof TRACE_SAMPLERS)[number] = 'parentbased_always_on';

  /** The sampled share of all traces: 0.1 is every tenth. */
  @Variable(z.optional(anyNumber(0, 1)))
  readonly OTEL_TRACES_SAMPLER_ARG?: number;

  /** The name of this process in traces; its own name by default. */
  @Variable(z.optional(matching(/^[\w.-]{1,100}$/, 'must be a name of letters, digits, dots and dashes')))
  readonly OTEL_SERVICE_NAME?: string;

  problems(): string[] {
    const always = [...redisAddressProblems(this.REDIS_URL), ...this.tracingProblems()];
    if (this.DEPLOYMENT === 'local') return [...always, ...ownSecretProblemsOf(this)];
    const clocks = (['APP_CLOCK', 'APP_CLOCK_URL'] as const).filter((name) => this[name] !== undefined);
    return [
      ...clocks.map((name) => `${name} may be set in the local system only`),
      ...always,
      ...secretProblemsOf(this),
    ];
  }

  private tracingProblems(): string[] {
    const isMeant =
      this.OTEL_TRACES_SAMPLER_ARG === undefined || this.OTEL_TRACES_SAMPLER === 'parentbased_traceidratio';
    return isMeant
      ? []
      : ['OTEL_TRACES_SAMPLER_ARG means something with OTEL_TRACES_SAMPLER=parentbased_traceidratio alone'];
  }
}

/** A process with its own schema in Postgres. */
export class DatabaseProcessConfig extends ProcessConfig {
  @SecretAddress()
  @Variable(postgresAddress('role'))
  readonly DATABASE_URL!: string;

  @Variable(wholeNumber(1, 100))
  readonly DATABASE_POOL_SIZE: number = 8;
}

/** The configuration for migrating a service's schema: the only process that may know the database's owner. */
export class MigrationConfig {
  @Variable(oneOf(['local', 'production']))
  readonly DEPLOYMENT: 'local' | 'production' = 'production';

  @SecretAddress()
  @Variable(postgresAddress('role'))
  readonly DATABASE_URL!: string;

  /** Creates the roles and the schema, and becomes the owner of the tables. */
  @SecretAddress()
  @Variable(postgresAddress('owner'))
  readonly DATABASE_ADMIN_URL!: string;

  problems(): string[] {
    return this.DEPLOYMENT === 'local' ? [] : secretProblemsOf(this);
  }
}

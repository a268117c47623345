import { urlOf } from '@lectern/contracts/url';
import { readFileSync } from 'node:fs';
import type { RedisOptions } from 'ioredis';

/** The allowed query parameters of a Redis URL. */
const PARAMETERS = ['sentinels', 'sentinelPassword', 'ca'];
const HOST_AND_PORT = /^([^:\s]+|\[[0-9a-f:]+\]):(\d{1,5})$/i;

/** A sentinel, or a server that it names, is skipped when it cannot be reached within this time. */
const CONNECT_MS = 2_000;
/** An answer takes no longer, also that of a blocking read (10 s at most). */
const SILENT_MS = 15_000;
/** A machine that is gone is noticed within twenty seconds, also by a connection that only listens. */
const KEEP_ALIVE_MS = 10_000;

const listOf = (url: URL): string[] =>
  (url.searchParams.get('sentinels') ?? '').split(',').filter((part) => part !== '');

/**
 * The problems of `REDIS_URL`, without its passwords. Its forms:
 *
 * - `redis://:password@host:6379/0`
 * - `rediss://:password@host:6379/0` over TLS; `?ca=/path` names the file of a certificate authority (PEM) instead of
 * the well-known ones
 * - `redis://:password@name/0?sentinels=host:26379,host:26379,…` the primary that sentinels know by this name;
 * `sentinelPassword` where they require one. With `rediss:` the connections to sentinels use TLS as well.
 */
export const redisAddressProblems = (address: unknown): string[] => {
  if (typeof address !== 'string' || !/^rediss?:/.test(address)) return []; // reported elsewhere
  const url = urlOf(address);
  if (url === null) return ['REDIS_URL is no address'];
  const unknown = [...url.searchParams.keys()].filter((name) => !PARAMETERS.includes(name));
  const wrong = listOf(url).filter((sentinel) => !HOST_AND_PORT.test(sentinel));
  const ca = url.searchParams.get('ca');
  const hasSentinels = url.searchParams.has('sentinels');
  return [
    ...(url.hostname === '' ? ['REDIS_URL must name a host, or the name by which sentinels know the primary'] : []),
    ...(/^(\/\d*)?$/.test(url.pathname) ? [] : ['REDIS_URL must end with the number of a database, or with none']),
    ...(unknown.length === 0
      ? []
      : [`REDIS_URL must say nothing but ${PARAMETERS.join(', ')}, and says ${unknown.join(', ')}`]),
    ...(hasSentinels && listOf(url).length === 0
      ? ['REDIS_URL must name sentinels such as sentinels=host:26379,other:26379']
      : []),
    ...(wrong.length === 0 ? [] : [`REDIS_URL must name sentinels as host:port, and names ${wrong.join(', ')}`]),
    ...(hasSentinels && url.port !== '' ? ['REDIS_URL must name no port beside sentinels, who know it'] : []),
    ...(!hasSentinels && url.searchParams.has('sentinelPassword')
      ? ['REDIS_URL must name sentinels where it has their password']
      : []),
    ...(ca !== null && url.protocol !== 'rediss:'
      ? ['REDIS_URL must begin with rediss:// where it names an authority']
      : []),
    ...(ca === null || isReadable(ca) ? [] : ['REDIS_URL must name a file of an authority that can be read']),
  ];
};

const isReadable = (file: string): boolean => {
  try {
    return readFileSync(file, 'utf8').includes('-----BEGIN CERTIFICATE-----');
  } catch {
    return false;
  }
};

/**
 * The URL with the Redis user for a queue that others write to, `<user>.<queue>` with the same password (ADR 0029). A
 * URL without a user belongs to a Redis without users.
 */
export const redisAddressAt = (address: string, queue: string): string => {
  const url = new URL(address);
  if (url.username !== '') url.username = `${url.username}.${queue}`;
  return url.href;
};

/** The client library's options for a URL without {@link redisAddressProblems}. */
export const redisOptionsOf = (address: string): RedisOptions => {
  const url = new URL(address);
  const ca = url.searchParams.get('ca');
  const tls = url.protocol === 'rediss:' ? { tls: ca === null ? {} : { ca: readFileSync(ca) } } : {};
  const signIn = {
    ...(url.username === '' ? {} : { username: decodeURIComponent(url.username) }),
    ...(url.password === '' ? {} : { password: decodeURIComponent(url.password) }),
    db: Number(url.pathname.slice(1)),
    ...tls,
  };
  const host = decodeURIComponent(url.hostname).replace(/^\[(.+)\]$/, '$1');
  if (!url.searchParams.has('sentinels')) return { ...signIn, host, port: Number(url.port || 6379) };
  const sentinelPassword = url.searchParams.get('sentinelPassword');
  return {
    ...signIn,
    name: host,
    sentinels: listOf(url).map((sentinel) => {
      const [, name = '', port] = HOST_AND_PORT.exec(sentinel) ?? [];
      return { host: name.replace(/^\[(.+)\]$/, '$1'), port: Number(port) };
    }),
    ...(sentinelPassword === null ? {} : { sentinelPassword }),
    ...(tls.tls === undefined ? {} : { sentinelTLS: tls.tls, enableTLSForSentinelMode: true }),
    connectTimeout: CONNECT_MS,
    // Sentinels end the connections to a former primary; these end those to one that is silent.
    socketTimeout: SILENT_MS,
    keepAlive: KEEP_ALIVE_MS,
  };
};

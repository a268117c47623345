import { urlOf } from '@lectern/contracts/url';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { COLOR_FORM } from '@lectern/contracts/color';
import { EMAIL_MAX } from '@lectern/contracts/fields';
import { isTimeZone } from '@lectern/contracts/time-zone';

/*
 * How the texts of environment variables are read. A message continues the name of the variable and never contains the value, which may be
 * a secret.
 */

/** Any text. */
export const text = z.string({ error: 'must be set' });

const textThat = (test: (value: string) => boolean, expected: string) =>
  z.string({ error: expected }).check(z.refine(test, { error: expected }));

/** Text of this form. `expected` says which: "must be a year". */
export const matching = (form: RegExp, expected: string) => textThat((value) => form.test(value), expected);

export const oneOf = <const V extends readonly string[]>(values: V) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });

/** A number in any form that JavaScript reads. */
export const anyNumber = (min: number, max: number, expected = `must be a number from ${min} to ${max}`) =>
  z.pipe(
    textThat((value) => Number(value) >= min && Number(value) <= max, expected),
    z.transform(Number),
  );

/** Digits only. */
export const wholeNumber = (min: number, max: number, expected = `must be a whole number from ${min} to ${max}`) =>
  z.pipe(matching(/^-?\d+$/, expected), anyNumber(min, max, expected));

/** Several texts, separated by commas. */
export const commaList = <T>(item: z.ZodMiniType<T, string>) =>
  z.pipe(
    text,
    z.pipe(
      z.transform((value: string) =>
        value
          .split(',')
          .map((part) => part.trim())
          .filter((part) => part !== ''),
      ),
      z.array(item),
    ),
  );

const isP256 = (half: 'private' | 'public', value: string): boolean => {
  if (!value.trimStart().startsWith(`-----BEGIN ${half.toUpperCase()} KEY-----`)) return false;
  try {
    const key = half === 'private' ? createPrivateKey(value) : createPublicKey(value);
    return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
};

/**
 * One half of a P-256 (ES256) key pair in PEM form, in which line breaks may be written as `\n`. A malformed key, or one
 * of another curve, is refused at start rather than at its first use.
 */
export const p256Key = (half: 'private' | 'public', expected: string) =>
  z.string({ error: expected }).check(
    z.overwrite((value) => value.replaceAll('\\n', '\n')),
    z.refine((value) => isP256(half, value), { error: expected }),
  );

/** A day, or a time of a day, in ISO 8601. */
const INSTANT = /^\d{4}(-\d\d(-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d(:?\d\d)?)?)?)?)?$/;

const isInstant = (value: string): boolean => {
  if (!INSTANT.test(value) || Number.isNaN(Date.parse(value))) return false;
  const day = value.slice(0, 10);
  // Date takes February 30 as March 2.
  return new Date(day).toISOString().startsWith(day);
};

export const instant = textThat(isInstant, 'must be an instant such as 2025-10-01T09:00:00Z');

/** The IANA name of a zone by its place, as the profile of the association takes it. */
export const timeZoneName = textThat(isTimeZone, 'must be an IANA zone such as America/Los_Angeles');

export const color = matching(COLOR_FORM, 'must be a color such as #b3372b');

const EMAIL_ADDRESS = { error: 'must be an email address' };

/** As the forms of the site take it. */
export const emailAddress = z.email(EMAIL_ADDRESS).check(z.maxLength(EMAIL_MAX, EMAIL_ADDRESS));

/** A part of a host's name, in the letters of any language. */
const LABEL = /^(?!-)[a-z\d\u00a1-\uff00\uff5f-\uffff-]{1,63}(?<!-)$/i;
const TOP_LEVEL = /\.([a-z\u00a1-\uffff]{2,}|xn[a-z\d-]{2,})$/i;

const isDomainName = (name: string): boolean =>
  name.split('.').every((label) => LABEL.test(label)) && !/(^|\.)\d+$/.test(name);

/** The name of a host, with or without a top-level domain. */
export const domainName = (expected: string) => textThat(isDomainName, expected);

const ADDRESS_MAX = 2_084;
/** The host of a URL. `URL` also takes what nobody means: blanks at the ends, `https:host`, and 127.1 for an IP address. */
const ADDRESS =
  /^https?:\/\/(?:[^\s<>/?#@:]+(?::[^\s<>/?#@:]*)?@)?(?:\[([^\s\]]+)\]|([^\s<>/?#@:[\]]+))(?::(?:0*[1-9]\d*)?)?(?:[/?#][^\s<>]*)?$/i;

/** The host's name or IP address; undefined for what is no URL. */
const hostOf = (value: string): string | undefined => {
  const [, ip, name = ip] = ADDRESS.exec(value) ?? [];
  if (name === undefined || value.length > ADDRESS_MAX || urlOf(value) === null) return undefined;
  return isIP(name) > 0 || isDomainName(name) ? name : undefined;
};

export const httpAddress = (expected: string) => textThat((value) => hostOf(value) !== undefined, expected);

/** Of a host that is not only known to its own network. */
export const httpsAddress = textThat((value) => {
  const host = hostOf(value);
  return host !== undefined && /^https:/i.test(value) && (isIP(host) > 0 || TOP_LEVEL.test(host));
}, 'must be an https address');

export const siteAddress = httpAddress('must be the address of the site, such as https://example.org');

/** In the forms of `redisAddressProblems`. */
export const redisAddress = matching(/^rediss?:\/\/.+/, 'must be an address such as redis://host:6379');

export const postgresAddress = (role: string) =>
  matching(/^postgres(ql)?:\/\/.+/, `must be an address such as postgres://${role}:password@host:5432/lectern`);

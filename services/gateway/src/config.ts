import * as z from 'zod/mini';
import { ASSOCIATION } from '@lectern/contracts/association';
import { ProcessConfig, publicUrlProblems, withIdentityRequestKey } from '@lectern/service-kit/config/process-config';
import { Variable } from '@lectern/service-kit/config/variable';
import {
  anyNumber,
  color,
  commaList,
  emailAddress,
  matching,
  p256Key,
  siteAddress,
  text,
  timeZoneName,
  wholeNumber,
} from '@lectern/service-kit/config/variable-schemas';
import { brandingProblems } from './branding/branding.ts';

export class GatewayConfig extends withIdentityRequestKey(ProcessConfig) {
  @Variable(wholeNumber(0, 65_535))
  readonly PORT: number = 3_000;

  @Variable(text)
  readonly HOST: string = '127.0.0.1';

  /** The site's URL as people type it, to which providers send browsers back. */
  @Variable(siteAddress)
  readonly PUBLIC_URL!: string;

  /** Checks bearer tokens. The public half of identity's key, PEM. */
  @Variable(p256Key('public', 'must be a P-256 public key in PEM form'))
  readonly JWT_PUBLIC_KEY!: string;

  /** Tokens signed with the private halves of these are taken too, while the pair is being changed. */
  @Variable(commaList(p256Key('public', 'must be P-256 public keys in PEM form, separated by commas')))
  readonly JWT_PUBLIC_KEY_ALSO_VALID: readonly string[] = [];

  /** The built web application, where this process serves it itself. */
  @Variable(z.optional(text))
  readonly WEB_ROOT?: string;

  /** IP addresses of proxies whose `X-Forwarded-For` is trusted, separated by commas. None unless set. */
  @Variable(z.optional(text))
  readonly TRUSTED_PROXIES?: string;

  /** Multiplies every rate limit per address. */
  @Variable(anyNumber(0.01, 10_000))
  readonly RATE_LIMIT_SCALE: number = 1;

  // The association's profile (libs/contracts/src/association.ts), which the pages show.
  @Variable(matching(/\S/, 'must be a name'))
  readonly ASSOCIATION_NAME: string = ASSOCIATION.ASSOCIATION_NAME;

  @Variable(matching(/\S/, 'must be a name'))
  readonly ASSOCIATION_FULL_NAME: string = ASSOCIATION.ASSOCIATION_FULL_NAME;

  @Variable(text)
  readonly ASSOCIATION_TAGLINE: string = ASSOCIATION.ASSOCIATION_TAGLINE;

  @Variable(matching(/^\d{4}$/, 'must be a year'))
  readonly ASSOCIATION_FOUNDED: string = ASSOCIATION.ASSOCIATION_FOUNDED;

  /** Also the zone of the days in responses. */
  @Variable(timeZoneName)
  readonly ASSOCIATION_TIME_ZONE: string = ASSOCIATION.ASSOCIATION_TIME_ZONE;

  @Variable(emailAddress)
  readonly SUPPORT_EMAIL: string = ASSOCIATION.SUPPORT_EMAIL;

  @Variable(emailAddress)
  readonly BILLING_EMAIL: string = ASSOCIATION.BILLING_EMAIL;

  @Variable(emailAddress)
  readonly CAREERS_EMAIL: string = ASSOCIATION.CAREERS_EMAIL;

  @Variable(text)
  readonly ASSOCIATION_SOCIAL_URLS: string = ASSOCIATION.ASSOCIATION_SOCIAL_URLS;

  @Variable(color)
  readonly ASSOCIATION_COLOR: string = ASSOCIATION.ASSOCIATION_COLOR;

  @Variable(color)
  readonly ASSOCIATION_SECOND_COLOR: string = ASSOCIATION.ASSOCIATION_SECOND_COLOR;

  /** A square picture file (.svg, .png, .webp) in place of the mark in the header. */
  @Variable(z.optional(text))
  readonly ASSOCIATION_LOGO?: string;

  override problems(): string[] {
    const problems = [...super.problems(), ...brandingProblems(this)];
    if (this.DEPLOYMENT === 'production') problems.push(...publicUrlProblems(this.PUBLIC_URL));
    return problems;
  }
}

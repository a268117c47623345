import { IsEmail, IsInt, IsNumber, IsOptional, IsString, IsUrl, Matches, Max, Min } from 'class-validator';
import { ASSOCIATION } from '@lectern/contracts/association';
import { COLOR_FORM } from '@lectern/contracts/color';
import {
  AnyNumber,
  CommaList,
  PemKey,
  ProcessConfig,
  publicUrlProblems,
  WholeNumber,
  withIdentityRequestKey,
} from '@lectern/service-kit/config/process-config';
import { TimeZoneName } from '@lectern/service-kit/config/time-zone-name';
import { P256Key } from '@lectern/service-kit/config/secret';
import { brandingProblems } from './branding/branding.ts';

const ADDRESS = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

export class GatewayConfig extends withIdentityRequestKey(ProcessConfig) {
  @WholeNumber()
  @IsInt()
  @Min(0)
  @Max(65_535)
  readonly PORT: number = 3_000;

  @IsString()
  readonly HOST: string = '127.0.0.1';

  /** The site's URL as people type it, to which providers send browsers back. */
  @IsUrl(ADDRESS, { message: 'PUBLIC_URL must be the address of the site, such as https://example.org' })
  readonly PUBLIC_URL!: string;

  /** Checks bearer tokens. The public half of identity's key, PEM. */
  @PemKey()
  @P256Key('public', { message: 'JWT_PUBLIC_KEY must be a P-256 public key in PEM form' })
  readonly JWT_PUBLIC_KEY!: string;

  /** Tokens signed with the private halves of these are taken too, while the pair is being changed. */
  @PemKey()
  @CommaList()
  @P256Key('public', {
    each: true,
    message: 'JWT_PUBLIC_KEY_ALSO_VALID must be P-256 public keys in PEM form, separated by commas',
  })
  readonly JWT_PUBLIC_KEY_ALSO_VALID: readonly string[] = [];

  /** The built web application, where this process serves it itself. */
  @IsOptional()
  @IsString()
  readonly WEB_ROOT?: string;

  /** IP addresses of proxies whose `X-Forwarded-For` is trusted, separated by commas. None unless set. */
  @IsOptional()
  @IsString()
  readonly TRUSTED_PROXIES?: string;

  /** Multiplies every rate limit per address. */
  @AnyNumber()
  @IsNumber({ allowNaN: false, allowInfinity: false }, { message: 'RATE_LIMIT_SCALE must be a number' })
  @Min(0.01)
  @Max(10_000)
  readonly RATE_LIMIT_SCALE: number = 1;

  // The association's profile (libs/contracts/src/association.ts), which the pages show.
  @Matches(/\S/, { message: 'ASSOCIATION_NAME must be a name' })
  readonly ASSOCIATION_NAME: string = ASSOCIATION.ASSOCIATION_NAME;

  @Matches(/\S/, { message: 'ASSOCIATION_FULL_NAME must be a name' })
  readonly ASSOCIATION_FULL_NAME: string = ASSOCIATION.ASSOCIATION_FULL_NAME;

  @IsString()
  readonly ASSOCIATION_TAGLINE: string = ASSOCIATION.ASSOCIATION_TAGLINE;

  @Matches(/^\d{4}$/, { message: 'ASSOCIATION_FOUNDED must be a year' })
  readonly ASSOCIATION_FOUNDED: string = ASSOCIATION.ASSOCIATION_FOUNDED;

  /** Also the zone of the days in responses. */
  @TimeZoneName()
  readonly ASSOCIATION_TIME_ZONE: string = ASSOCIATION.ASSOCIATION_TIME_ZONE;

  @IsEmail({}, { message: 'SUPPORT_EMAIL must be an email address' })
  readonly SUPPORT_EMAIL: string = ASSOCIATION.SUPPORT_EMAIL;

  @IsEmail({}, { message: 'BILLING_EMAIL must be an email address' })
  readonly BILLING_EMAIL: string = ASSOCIATION.BILLING_EMAIL;

  @IsEmail({}, { message: 'CAREERS_EMAIL must be an email address' })
  readonly CAREERS_EMAIL: string = ASSOCIATION.CAREERS_EMAIL;

  @IsString()
  readonly ASSOCIATION_SOCIAL_URLS: string = ASSOCIATION.ASSOCIATION_SOCIAL_URLS;

  @Matches(COLOR_FORM, { message: 'ASSOCIATION_COLOR must be a color such as #b3372b' })
  readonly ASSOCIATION_COLOR: string = ASSOCIATION.ASSOCIATION_COLOR;

  @Matches(COLOR_FORM, { message: 'ASSOCIATION_SECOND_COLOR must be a color such as #1e5f74' })
  readonly ASSOCIATION_SECOND_COLOR: string = ASSOCIATION.ASSOCIATION_SECOND_COLOR;

  /** A square picture file (.svg, .png, .webp) in place of the mark in the header. */
  @IsOptional()
  @IsString()
  readonly ASSOCIATION_LOGO?: string;

  override problems(): string[] {
    const problems = [...super.problems(), ...brandingProblems(this)];
    if (this.DEPLOYMENT === 'production') problems.push(...publicUrlProblems(this.PUBLIC_URL));
    return problems;
  }
}

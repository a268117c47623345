import { IsEmail, IsOptional, IsString, IsUrl, MinLength, ValidateIf } from 'class-validator';
import { ASSOCIATION } from '@lectern/contracts/association';
import { ADMIN_PASSWORD_MIN } from '@lectern/contracts/fields';
import {
  CommaList,
  DatabaseProcessConfig,
  PemKey,
  publicUrlProblems,
  withIdentityRequestKey,
} from '@lectern/service-kit/config/process-config';
import { TimeZoneName } from '@lectern/service-kit/config/time-zone-name';
import { OwnSecret, P256Key, TypedPassword } from '@lectern/service-kit/config/secret';
import { isCommonPassword, isMadeOf } from './password/common-passwords.ts';

export class IdentityConfig extends withIdentityRequestKey(DatabaseProcessConfig) {
  /** Signs bearer tokens (ES256). PEM, PKCS #8; line breaks may be written as `\n`. */
  @PemKey()
  @P256Key('private', { message: 'JWT_PRIVATE_KEY must be a P-256 private key in PEM form (PKCS #8)' })
  readonly JWT_PRIVATE_KEY!: string;

  /** Seals the secrets of administrators' second factors in the database. */
  @OwnSecret()
  @IsString({ message: 'SECOND_FACTOR_KEY must be set' })
  readonly SECOND_FACTOR_KEY!: string;

  /** Open what was sealed with them, and seal nothing, while the key is being changed. */
  @OwnSecret()
  @CommaList()
  @IsString({ each: true, message: 'SECOND_FACTOR_KEY_ALSO_VALID must be keys, separated by commas' })
  readonly SECOND_FACTOR_KEY_ALSO_VALID: readonly string[] = [];

  /** The site's address as people type it; the passkeys of administrators are made for it. */
  @IsUrl(
    { require_tld: false, require_protocol: true, protocols: ['http', 'https'] },
    { message: 'PUBLIC_URL must be the address of the site, such as https://example.org' },
  )
  readonly PUBLIC_URL!: string;

  /** The name that authenticator apps show for these accounts. */
  @IsString()
  readonly ASSOCIATION_NAME: string = ASSOCIATION.ASSOCIATION_NAME;

  /** The zone of the days on which sessions were used. */
  @TimeZoneName()
  readonly ASSOCIATION_TIME_ZONE: string = ASSOCIATION.ASSOCIATION_TIME_ZONE;

  /** The first administrator, made at start when there is no account of that address yet. */
  @IsOptional()
  @IsEmail({}, { message: 'ADMIN_EMAIL must be an email address' })
  readonly ADMIN_EMAIL?: string;

  @TypedPassword(ADMIN_PASSWORD_MIN)
  @ValidateIf((config: IdentityConfig) => config.ADMIN_EMAIL !== undefined)
  @MinLength(ADMIN_PASSWORD_MIN, { message: `ADMIN_PASSWORD must have at least ${ADMIN_PASSWORD_MIN} characters` })
  readonly ADMIN_PASSWORD?: string;

  override problems(): string[] {
    const problems = super.problems();
    if (this.DEPLOYMENT === 'production') problems.push(...publicUrlProblems(this.PUBLIC_URL));
    const words = [this.ASSOCIATION_NAME, this.ADMIN_EMAIL ?? '', 'administrator', 'admin'];
    if (
      this.ADMIN_PASSWORD !== undefined &&
      (isCommonPassword(this.ADMIN_PASSWORD) || isMadeOf(words, this.ADMIN_PASSWORD))
    ) {
      problems.push('ADMIN_PASSWORD is one of the first that anybody tries: choose another one');
    }
    return problems;
  }
}

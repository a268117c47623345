import { IsEmail, IsOptional, IsString, Matches, MinLength, ValidateIf } from 'class-validator';
import { ASSOCIATION } from '@lectern/contracts/association';
import { DatabaseProcessConfig, PemKey } from '@lectern/service-kit/config/process-config';
import { secretProblems } from '@lectern/service-kit/signature/signature';

export class IdentityConfig extends DatabaseProcessConfig {
  /** Signs bearer tokens (ES256). PEM, PKCS #8; line breaks may be written as `\n`. */
  @PemKey()
  @Matches(/^-----BEGIN PRIVATE KEY-----[\s\S]+-----END PRIVATE KEY-----\s*$/, { message: 'JWT_PRIVATE_KEY must be a P-256 private key in PEM form (PKCS #8)' })
  readonly JWT_PRIVATE_KEY!: string;

  /** Seals the secrets of administrators' second factors in the database: with another one they do not open any more. */
  @IsString({ message: 'SECOND_FACTOR_KEY must be set' })
  readonly SECOND_FACTOR_KEY!: string;

  /** Whose accounts these are, as authenticator apps name them. */
  @IsString()
  readonly ASSOCIATION_NAME: string = ASSOCIATION.ASSOCIATION_NAME;

  /** The first administrator, made at start when there is no account of that address yet. */
  @IsOptional() @IsEmail({}, { message: 'ADMIN_EMAIL must be an email address' })
  readonly ADMIN_EMAIL?: string;

  @ValidateIf((config: IdentityConfig) => config.ADMIN_EMAIL !== undefined)
  @MinLength(12, { message: 'ADMIN_PASSWORD must have at least 12 characters' })
  readonly ADMIN_PASSWORD?: string;

  override problems(): string[] {
    return [...super.problems(), ...secretProblems('SECOND_FACTOR_KEY', this.SECOND_FACTOR_KEY)];
  }
}

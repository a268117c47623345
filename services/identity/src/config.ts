import { IsEmail, IsOptional, Matches, MinLength, ValidateIf } from 'class-validator';
import { DatabaseProcessConfig, PemKey } from '@lectern/service-kit/config/process-config';

export class IdentityConfig extends DatabaseProcessConfig {
  /** Signs bearer tokens (ES256). PEM, PKCS #8; line breaks may be written as `\n`. */
  @PemKey()
  @Matches(/^-----BEGIN PRIVATE KEY-----[\s\S]+-----END PRIVATE KEY-----\s*$/, { message: 'JWT_PRIVATE_KEY must be a P-256 private key in PEM form (PKCS #8)' })
  readonly JWT_PRIVATE_KEY!: string;

  /** The first administrator, made at start when there is no account of that address yet. */
  @IsOptional() @IsEmail({}, { message: 'ADMIN_EMAIL must be an email address' })
  readonly ADMIN_EMAIL?: string;

  @ValidateIf((config: IdentityConfig) => config.ADMIN_EMAIL !== undefined)
  @MinLength(12, { message: 'ADMIN_PASSWORD must have at least 12 characters' })
  readonly ADMIN_PASSWORD?: string;
}

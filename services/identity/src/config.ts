import * as z from 'zod/mini';
import { ASSOCIATION } from '@lectern/contracts/association';
import { ADMIN_PASSWORD_MIN } from '@lectern/contracts/fields';
import {
  DatabaseProcessConfig,
  publicUrlProblems,
  withIdentityRequestKey,
} from '@lectern/service-kit/config/process-config';
import { OwnSecret, TypedPassword } from '@lectern/service-kit/config/secret';
import { Variable } from '@lectern/service-kit/config/variable';
import {
  commaList,
  emailAddress,
  p256Key,
  siteAddress,
  text,
  timeZoneName,
} from '@lectern/service-kit/config/variable-schemas';
import { isCommonPassword, isMadeOf } from './password/common-passwords.ts';

export class IdentityConfig extends withIdentityRequestKey(DatabaseProcessConfig) {
  /** Signs bearer tokens (ES256). PEM, PKCS #8; line breaks may be written as `\n`. */
  @Variable(p256Key('private', 'must be a P-256 private key in PEM form (PKCS #8)'))
  readonly JWT_PRIVATE_KEY!: string;

  /** Seals the secrets of administrators' second factors in the database. */
  @OwnSecret()
  @Variable(text)
  readonly SECOND_FACTOR_KEY!: string;

  /** Open what was sealed with them, and seal nothing, while the key is being changed. */
  @OwnSecret()
  @Variable(commaList(text))
  readonly SECOND_FACTOR_KEY_ALSO_VALID: readonly string[] = [];

  /** The site's address as people type it; the passkeys of administrators are made for it. */
  @Variable(siteAddress)
  readonly PUBLIC_URL!: string;

  /** The name that authenticator apps show for these accounts. */
  @Variable(text)
  readonly ASSOCIATION_NAME: string = ASSOCIATION.ASSOCIATION_NAME;

  /** The zone of the days on which sessions were used. */
  @Variable(timeZoneName)
  readonly ASSOCIATION_TIME_ZONE: string = ASSOCIATION.ASSOCIATION_TIME_ZONE;

  /** The first administrator, made at start when there is no account of that address yet. */
  @Variable(z.optional(emailAddress))
  readonly ADMIN_EMAIL?: string;

  @TypedPassword(ADMIN_PASSWORD_MIN)
  @Variable(z.optional(text))
  readonly ADMIN_PASSWORD?: string;

  override problems(): string[] {
    const problems = super.problems();
    if (this.DEPLOYMENT === 'production') problems.push(...publicUrlProblems(this.PUBLIC_URL));
    if (this.ADMIN_EMAIL !== undefined && [...(this.ADMIN_PASSWORD ?? '')].length < ADMIN_PASSWORD_MIN)
      problems.push(`ADMIN_PASSWORD must have at least ${ADMIN_PASSWORD_MIN} characters`);
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

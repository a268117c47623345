import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional, IsString, IsUrl, Matches } from 'class-validator';
import { ASSOCIATION, MEETING_PLACES } from '@lectern/contracts/association';
import { profileProblems } from '@lectern/contracts/content/association-settings';
import { CommaList, DatabaseProcessConfig } from '@lectern/service-kit/config/process-config';
import { OwnSecret, ProviderSecret } from '@lectern/service-kit/config/secret';

const ZOOM_ACCESS = ['ZOOM_ACCOUNT_ID', 'ZOOM_CLIENT_ID', 'ZOOM_CLIENT_SECRET', 'ZOOM_WEBHOOK_SECRET'] as const;
const S3_KEYS = ['PICTURES_S3_ACCESS_KEY_ID', 'PICTURES_S3_SECRET_ACCESS_KEY'] as const;
const SANDBOX_ACCOUNT = 'zoom_sandbox';

export class ContentConfig extends DatabaseProcessConfig {
  /** The folder of the built editorial texts; by default that of the repository or the image. */
  @IsString()
  readonly EDITORIAL_ROOT: string = fileURLToPath(new URL('../../../editorial/dist', import.meta.url));

  /* Version 1 of the association's profile and of its meeting places. The console's later versions replace it. */

  @IsString()
  readonly ASSOCIATION_NAME: string = ASSOCIATION.ASSOCIATION_NAME;

  @IsString()
  readonly ASSOCIATION_FULL_NAME: string = ASSOCIATION.ASSOCIATION_FULL_NAME;

  @IsString()
  readonly ASSOCIATION_TAGLINE: string = ASSOCIATION.ASSOCIATION_TAGLINE;

  @IsString()
  readonly ASSOCIATION_FOUNDED: string = ASSOCIATION.ASSOCIATION_FOUNDED;

  @IsString()
  readonly ASSOCIATION_TIME_ZONE: string = ASSOCIATION.ASSOCIATION_TIME_ZONE;

  @IsString()
  readonly SUPPORT_EMAIL: string = ASSOCIATION.SUPPORT_EMAIL;

  @IsString()
  readonly BILLING_EMAIL: string = ASSOCIATION.BILLING_EMAIL;

  @IsString()
  readonly CAREERS_EMAIL: string = ASSOCIATION.CAREERS_EMAIL;

  @IsString()
  readonly ASSOCIATION_SOCIAL_URLS: string = ASSOCIATION.ASSOCIATION_SOCIAL_URLS;

  @IsString()
  readonly ASSOCIATION_COLOR: string = ASSOCIATION.ASSOCIATION_COLOR;

  @IsString()
  readonly ASSOCIATION_SECOND_COLOR: string = ASSOCIATION.ASSOCIATION_SECOND_COLOR;

  @IsOptional()
  @IsString()
  readonly ASSOCIATION_ADDRESS?: string;

  /** The recurring Zoom meeting of the weekly session, shown to active members only. */
  @IsUrl({ require_protocol: true, protocols: ['https'] }, { message: 'ASSOCIATION_ZOOM_URL must be an https address' })
  readonly ASSOCIATION_ZOOM_URL: string = MEETING_PLACES.ASSOCIATION_ZOOM_URL;

  /** The invitation to the members' Discord, shown to active members only. */
  @IsUrl(
    { require_protocol: true, protocols: ['https'] },
    { message: 'ASSOCIATION_DISCORD_URL must be an https address' },
  )
  readonly ASSOCIATION_DISCORD_URL: string = MEETING_PLACES.ASSOCIATION_DISCORD_URL;

  /** Signs the links that open members' documents. After a change, links of the last minutes stop working. */
  @OwnSecret()
  @IsString({ message: 'DOCUMENT_LINK_SECRET must be set' })
  readonly DOCUMENT_LINK_SECRET!: string;

  /** Earlier secrets whose links still open documents during a rotation; they sign nothing. */
  @OwnSecret()
  @CommaList()
  @IsString({ each: true, message: 'DOCUMENT_LINK_SECRET_ALSO_VALID must be secrets, separated by commas' })
  readonly DOCUMENT_LINK_SECRET_ALSO_VALID: readonly string[] = [];

  /** The folder of the pictures of articles, which every process of content shares. */
  @IsOptional()
  @IsString()
  readonly PICTURES_DIR?: string;

  /** The bucket of the pictures, in place of a folder. */
  @IsOptional()
  @Matches(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { message: 'PICTURES_S3_BUCKET must be the name of a bucket' })
  readonly PICTURES_S3_BUCKET?: string;

  /** Of an S3-compatible service; by default AWS's own of the region. */
  @IsOptional()
  @IsUrl(
    { require_tld: false, require_protocol: true, protocols: ['http', 'https'] },
    { message: 'PICTURES_S3_ENDPOINT must be an address' },
  )
  readonly PICTURES_S3_ENDPOINT?: string;

  @Matches(/^[a-z0-9-]+$/, { message: 'PICTURES_S3_REGION must be a region, such as us-west-2' })
  readonly PICTURES_S3_REGION: string = 'us-east-1';

  @IsOptional()
  @Matches(/^\S+$/, { message: 'PICTURES_S3_ACCESS_KEY_ID must be the id of a key' })
  readonly PICTURES_S3_ACCESS_KEY_ID?: string;

  /** Of a key that may read, write, list and delete objects of the bucket. */
  @ProviderSecret()
  @IsOptional()
  @Matches(/^\S+$/, { message: 'PICTURES_S3_SECRET_ACCESS_KEY must be the secret of the key' })
  readonly PICTURES_S3_SECRET_ACCESS_KEY?: string;

  /** `true`: the bucket is a part of the path, as most services other than AWS expect it. */
  @IsIn(['true', 'false'], { message: 'PICTURES_S3_PATH_STYLE must be true or false' })
  readonly PICTURES_S3_PATH_STYLE: string = 'false';

  /** The server-to-server app of the association's Zoom account. Recordings are off unless all four variables are set. */
  @IsOptional()
  @Matches(/^\S+$/, { message: 'ZOOM_ACCOUNT_ID must be the account id of the Zoom app' })
  readonly ZOOM_ACCOUNT_ID?: string;

  @IsOptional()
  @Matches(/^[^\s:]+$/, { message: 'ZOOM_CLIENT_ID must be the client id of the Zoom app' })
  readonly ZOOM_CLIENT_ID?: string;

  @ProviderSecret()
  @IsOptional()
  @Matches(/^\S+$/, { message: 'ZOOM_CLIENT_SECRET must be the client secret of the Zoom app' })
  readonly ZOOM_CLIENT_SECRET?: string;

  /** The app's secret token, with which Zoom signs webhooks. */
  @ProviderSecret()
  @IsOptional()
  @Matches(/^\S+$/, { message: 'ZOOM_WEBHOOK_SECRET must be the secret token of the Zoom app' })
  readonly ZOOM_WEBHOOK_SECRET?: string;

  /** Earlier tokens whose events are still accepted during a rotation. */
  @ProviderSecret()
  @CommaList()
  @Matches(/^\S+$/, {
    each: true,
    message: 'ZOOM_WEBHOOK_SECRET_ALSO_VALID must be secret tokens of the Zoom app, separated by commas',
  })
  readonly ZOOM_WEBHOOK_SECRET_ALSO_VALID: readonly string[] = [];

  /** The Zoom user whose recordings members see, by id or email address; by default the user that owns the app. */
  @Matches(/^[^\s/?#]+$/, { message: 'ZOOM_USER_ID must be the id or the address of a Zoom user' })
  readonly ZOOM_USER_ID: string = 'me';

  /** The debate club's meeting. Its recordings are the debate club's whatever their topic. May contain blanks and hyphens. */
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.replaceAll(/[\s-]/g, '') : value))
  @Matches(/^\d{9,12}$/, { message: 'ZOOM_MEETING_ID must be the number of a meeting, 9 to 12 digits' })
  readonly ZOOM_MEETING_ID?: string;

  /** The Zoom emulator; local deployments only. */
  @IsOptional()
  @IsUrl(
    { require_tld: false, require_protocol: true, protocols: ['http', 'https'] },
    { message: 'ZOOM_API_URL must be an address' },
  )
  readonly ZOOM_API_URL?: string;

  override problems(): string[] {
    const problems = super.problems();
    if (!existsSync(join(this.EDITORIAL_ROOT, 'editorial.json'))) {
      problems.push('EDITORIAL_ROOT must be the folder of the built texts: run "npx nx run editorial:build"');
    }
    problems.push(...profileProblems(this));
    if ((this.PICTURES_DIR === undefined) === (this.PICTURES_S3_BUCKET === undefined)) {
      problems.push(
        'PICTURES_DIR or PICTURES_S3_BUCKET must be set, and not both: pictures are in a folder or in a bucket',
      );
    }
    if (this.PICTURES_S3_BUCKET !== undefined) {
      const without = S3_KEYS.filter((name) => this[name] === undefined);
      problems.push(...without.map((name) => `${name} must be set where PICTURES_S3_BUCKET is`));
    }
    const missing = ZOOM_ACCESS.filter((name) => this[name] === undefined);
    if (missing.length > 0 && missing.length < ZOOM_ACCESS.length) {
      problems.push(...missing.map((name) => `${name} must be set where another of ${ZOOM_ACCESS.join(', ')} is`));
    }
    if (this.DEPLOYMENT === 'production') {
      for (const [name, placeholder] of Object.entries(MEETING_PLACES)) {
        if (this[name as keyof typeof MEETING_PLACES] === placeholder)
          problems.push(`${name} must be set: it is where members meet`);
      }
      if (this.ZOOM_API_URL !== undefined) problems.push('ZOOM_API_URL may be set in the local system only');
      if (this.ZOOM_ACCOUNT_ID === SANDBOX_ACCOUNT)
        problems.push("ZOOM_ACCOUNT_ID is the sandbox's, which is for the local system only");
    }
    return problems;
  }
}

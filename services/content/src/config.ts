import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { ASSOCIATION, MEETING_PLACES } from '@lectern/contracts/association';
import { profileProblems } from '@lectern/contracts/content/association-settings';
import { DatabaseProcessConfig } from '@lectern/service-kit/config/process-config';
import { OwnSecret, ProviderSecret } from '@lectern/service-kit/config/secret';
import { Variable } from '@lectern/service-kit/config/variable';
import {
  commaList,
  httpAddress,
  httpsAddress,
  matching,
  oneOf,
  text,
} from '@lectern/service-kit/config/variable-schemas';

const ZOOM_ACCESS = ['ZOOM_ACCOUNT_ID', 'ZOOM_CLIENT_ID', 'ZOOM_CLIENT_SECRET', 'ZOOM_WEBHOOK_SECRET'] as const;
const S3_KEYS = ['PICTURES_S3_ACCESS_KEY_ID', 'PICTURES_S3_SECRET_ACCESS_KEY'] as const;
const meetingNumber = z.pipe(
  text.check(z.overwrite((value) => value.replaceAll(/[\s-]/g, ''))),
  matching(/^\d{9,12}$/, 'must be the number of a meeting, 9 to 12 digits'),
);
const SANDBOX_ACCOUNT = 'zoom_sandbox';

export class ContentConfig extends DatabaseProcessConfig {
  /** The folder of the built editorial texts; by default that of the repository or the image. */
  @Variable(text)
  readonly EDITORIAL_ROOT: string = fileURLToPath(new URL('../../../editorial/dist', import.meta.url));

  /* Version 1 of the association's profile and of its meeting places. The console's later versions replace it. */

  @Variable(text)
  readonly ASSOCIATION_NAME: string = ASSOCIATION.ASSOCIATION_NAME;

  @Variable(text)
  readonly ASSOCIATION_FULL_NAME: string = ASSOCIATION.ASSOCIATION_FULL_NAME;

  @Variable(text)
  readonly ASSOCIATION_TAGLINE: string = ASSOCIATION.ASSOCIATION_TAGLINE;

  @Variable(text)
  readonly ASSOCIATION_FOUNDED: string = ASSOCIATION.ASSOCIATION_FOUNDED;

  @Variable(text)
  readonly ASSOCIATION_TIME_ZONE: string = ASSOCIATION.ASSOCIATION_TIME_ZONE;

  @Variable(text)
  readonly SUPPORT_EMAIL: string = ASSOCIATION.SUPPORT_EMAIL;

  @Variable(text)
  readonly BILLING_EMAIL: string = ASSOCIATION.BILLING_EMAIL;

  @Variable(text)
  readonly CAREERS_EMAIL: string = ASSOCIATION.CAREERS_EMAIL;

  @Variable(text)
  readonly ASSOCIATION_SOCIAL_URLS: string = ASSOCIATION.ASSOCIATION_SOCIAL_URLS;

  @Variable(text)
  readonly ASSOCIATION_COLOR: string = ASSOCIATION.ASSOCIATION_COLOR;

  @Variable(text)
  readonly ASSOCIATION_SECOND_COLOR: string = ASSOCIATION.ASSOCIATION_SECOND_COLOR;

  @Variable(z.optional(text))
  readonly ASSOCIATION_ADDRESS?: string;

  /** The recurring Zoom meeting of the weekly session, shown to active members only. */
  @Variable(httpsAddress)
  readonly ASSOCIATION_ZOOM_URL: string = MEETING_PLACES.ASSOCIATION_ZOOM_URL;

  /** The invitation to the members' Discord, shown to active members only. */
  @Variable(httpsAddress)
  readonly ASSOCIATION_DISCORD_URL: string = MEETING_PLACES.ASSOCIATION_DISCORD_URL;

  /** Signs the links that open members' documents. After a change, links of the last minutes stop working. */
  @OwnSecret()
  @Variable(text)
  readonly DOCUMENT_LINK_SECRET!: string;

  /** Earlier secrets whose links still open documents during a rotation; they sign nothing. */
  @OwnSecret()
  @Variable(commaList(text))
  readonly DOCUMENT_LINK_SECRET_ALSO_VALID: readonly string[] = [];

  /** The folder of the pictures of articles, which every process of content shares. */
  @Variable(z.optional(text))
  readonly PICTURES_DIR?: string;

  /** The bucket of the pictures, in place of a folder. */
  @Variable(z.optional(matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')))
  readonly PICTURES_S3_BUCKET?: string;

  /** Of an S3-compatible service; by default AWS's own of the region. */
  @Variable(z.optional(httpAddress('must be an address')))
  readonly PICTURES_S3_ENDPOINT?: string;

  @Variable(matching(/^[a-z0-9-]+$/, 'must be a region, such as us-west-2'))
  readonly PICTURES_S3_REGION: string = 'us-east-1';

  @Variable(z.optional(matching(/^\S+$/, 'must be the id of a key')))
  readonly PICTURES_S3_ACCESS_KEY_ID?: string;

  /** Of a key that may read, write, list and delete objects of the bucket. */
  @ProviderSecret()
  @Variable(z.optional(matching(/^\S+$/, 'must be the secret of the key')))
  readonly PICTURES_S3_SECRET_ACCESS_KEY?: string;

  /** `true`: the bucket is a part of the path, as most services other than AWS expect it. */
  @Variable(oneOf(['true', 'false']))
  readonly PICTURES_S3_PATH_STYLE: string = 'false';

  /** The server-to-server app of the association's Zoom account. Recordings are off unless all four variables are set. */
  @Variable(z.optional(matching(/^\S+$/, 'must be the account id of the Zoom app')))
  readonly ZOOM_ACCOUNT_ID?: string;

  @Variable(z.optional(matching(/^[^\s:]+$/, 'must be the client id of the Zoom app')))
  readonly ZOOM_CLIENT_ID?: string;

  @ProviderSecret()
  @Variable(z.optional(matching(/^\S+$/, 'must be the client secret of the Zoom app')))
  readonly ZOOM_CLIENT_SECRET?: string;

  /** The app's secret token, with which Zoom signs webhooks. */
  @ProviderSecret()
  @Variable(z.optional(matching(/^\S+$/, 'must be the secret token of the Zoom app')))
  readonly ZOOM_WEBHOOK_SECRET?: string;

  /** Earlier tokens whose events are still accepted during a rotation. */
  @ProviderSecret()
  @Variable(commaList(matching(/^\S+$/, 'must be secret tokens of the Zoom app, separated by commas')))
  readonly ZOOM_WEBHOOK_SECRET_ALSO_VALID: readonly string[] = [];

  /** The Zoom user whose recordings members see, by id or email address; by default the user that owns the app. */
  @Variable(matching(/^[^\s/?#]+$/, 'must be the id or the address of a Zoom user'))
  readonly ZOOM_USER_ID: string = 'me';

  /** The debate club's meeting. Its recordings are the debate club's whatever their topic. May contain blanks and hyphens. */
  @Variable(z.optional(meetingNumber))
  readonly ZOOM_MEETING_ID?: string;

  /** The Zoom emulator; local deployments only. */
  @Variable(z.optional(httpAddress('must be an address')))
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

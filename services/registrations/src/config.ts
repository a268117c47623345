import { IsInt, IsString, IsUrl, Max, Min } from 'class-validator';
import { ASSOCIATION, MEETING_PLACES } from '@lectern/contracts/association';
import { canBePrice, MAX_CENTS } from '@lectern/contracts/money';
import { CommaList, DatabaseProcessConfig, WholeNumber } from '@lectern/service-kit/config/process-config';
import { TimeZoneName } from '@lectern/service-kit/config/time-zone-name';
import { OwnSecret } from '@lectern/service-kit/config/secret';

const MEMBER_PRICE = { message: 'TOURNAMENT_MEMBER_PRICE must be a whole number of cents, such as 3000' };

export class RegistrationsConfig extends DatabaseProcessConfig {
  /** The price of a tournament entry for an active monthly member, in cents. */
  @WholeNumber()
  @IsInt(MEMBER_PRICE)
  @Min(0, MEMBER_PRICE)
  @Max(MAX_CENTS, MEMBER_PRICE)
  readonly TOURNAMENT_MEMBER_PRICE: number = 3_000;

  /**
   * Signs the URLs of members' calendars, which all end when it changes. Also signs the networks that `UnpaidLimit` stores; after a change,
   * networks of older unpaid registrations no longer match.
   */
  @OwnSecret()
  @IsString({ message: 'CALENDAR_FEED_SECRET must be set' })
  readonly CALENDAR_FEED_SECRET!: string;

  /** Former secrets whose URLs stay valid, while the secret is being changed and for as long as members keep them. */
  @OwnSecret()
  @CommaList()
  @IsString({ each: true, message: 'CALENDAR_FEED_SECRET_ALSO_VALID must be secrets, separated by commas' })
  readonly CALENDAR_FEED_SECRET_ALSO_VALID: readonly string[] = [];

  /** The association's name in calendars. */
  @IsString()
  readonly ASSOCIATION_NAME: string = ASSOCIATION.ASSOCIATION_NAME;

  /** The time zone of the weekly session. */
  @TimeZoneName()
  readonly ASSOCIATION_TIME_ZONE: string = ASSOCIATION.ASSOCIATION_TIME_ZONE;

  /** The meeting URL of the weekly session, shown to active members only. Required in production. */
  @IsUrl({ require_protocol: true, protocols: ['https'] }, { message: 'ASSOCIATION_ZOOM_URL must be an https address' })
  readonly ASSOCIATION_ZOOM_URL: string = MEETING_PLACES.ASSOCIATION_ZOOM_URL;

  override problems(): string[] {
    const problems = super.problems();
    if (!canBePrice(this.TOURNAMENT_MEMBER_PRICE))
      problems.push('TOURNAMENT_MEMBER_PRICE must be 0, or at least 50 cents');
    if (this.DEPLOYMENT === 'production' && this.ASSOCIATION_ZOOM_URL === MEETING_PLACES.ASSOCIATION_ZOOM_URL) {
      problems.push('ASSOCIATION_ZOOM_URL must be set: it is where members meet');
    }
    return problems;
  }
}

import { ASSOCIATION, MEETING_PLACES } from '@lectern/contracts/association';
import { canBePrice, MAX_CENTS } from '@lectern/contracts/money';
import { DatabaseProcessConfig } from '@lectern/service-kit/config/process-config';
import { OwnSecret } from '@lectern/service-kit/config/secret';
import { Variable } from '@lectern/service-kit/config/variable';
import { commaList, httpsAddress, text, timeZoneName, wholeNumber } from '@lectern/service-kit/config/variable-schemas';

export class RegistrationsConfig extends DatabaseProcessConfig {
  /** The price of a tournament entry for an active monthly member, in cents. */
  @Variable(wholeNumber(0, MAX_CENTS, 'must be a whole number of cents, such as 3000'))
  readonly TOURNAMENT_MEMBER_PRICE: number = 3_000;

  /**
   * Signs the URLs of members' calendars, which all end when it changes. Also signs the networks that `UnpaidLimit` stores; after a change,
   * networks of older unpaid registrations no longer match.
   */
  @OwnSecret()
  @Variable(text)
  readonly CALENDAR_FEED_SECRET!: string;

  /** Former secrets whose URLs stay valid, while the secret is being changed and for as long as members keep them. */
  @OwnSecret()
  @Variable(commaList(text))
  readonly CALENDAR_FEED_SECRET_ALSO_VALID: readonly string[] = [];

  /** The association's name in calendars. */
  @Variable(text)
  readonly ASSOCIATION_NAME: string = ASSOCIATION.ASSOCIATION_NAME;

  /** The time zone of the weekly session. */
  @Variable(timeZoneName)
  readonly ASSOCIATION_TIME_ZONE: string = ASSOCIATION.ASSOCIATION_TIME_ZONE;

  /** The meeting URL of the weekly session, shown to active members only. Required in production. */
  @Variable(httpsAddress)
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

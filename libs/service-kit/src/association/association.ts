import type { InjectionToken, Provider } from '@nestjs/common';
import { ASSOCIATION, MEETING_PLACES } from '@lectern/contracts/association';
import type { AssociationProfile, MeetingLinks } from '@lectern/contracts/content/association-profile';
import {
  type AssociationSettings,
  firstMeetingLinks,
  firstProfile,
} from '@lectern/contracts/content/association-settings';
import type { Transaction } from '../database/transaction.ts';
import { PublishedTexts } from './published-texts.ts';

/** How long a value is used without another read, in milliseconds. */
const FRESH_MS = 1_000;

/** The association's own data, as far as services need them. */
export type CurrentAssociation = Pick<
  AssociationProfile,
  'name' | 'timeZone' | 'supportEmail' | 'postalAddress' | 'color' | 'secondColor'
> &
  Pick<MeetingLinks, 'zoomUrl'> & {
    /** How often staff changed the data; it only grows. */
    readonly changes: number;
  };

type Settings = Partial<AssociationSettings & Readonly<Record<keyof typeof MEETING_PLACES, string>>>;

/**
 * The profile and the meeting places of the association: as content published them last, and as the environment says until then.
 * Read it once for each request or job. It is at most a second old, so that a hot path costs no query of its own.
 */
export class Association {
  private readonly first: CurrentAssociation;
  private kept: { readonly until: number; readonly value: CurrentAssociation } | undefined;

  /** @param settings the variables that the process has; a value that it has no variable for is one that it never reads */
  constructor(
    private readonly texts: PublishedTexts,
    settings: Settings,
  ) {
    const { zoomUrl } = firstMeetingLinks({ ...MEETING_PLACES, ...settings });
    this.first = { ...firstProfile({ ...ASSOCIATION, ...settings }), zoomUrl, changes: 0 };
  }

  /** @param tx that of a caller within a transaction, which must not wait for a second connection */
  async current(tx: Transaction | null = null): Promise<CurrentAssociation> {
    if (this.kept !== undefined && performance.now() < this.kept.until) return this.kept.value;
    const { profile, meetingPlaces } = await this.texts.newest(['profile', 'meetingPlaces'], tx);
    const value = {
      ...this.first,
      ...profile?.value,
      ...meetingPlaces?.value,
      changes: (profile?.version ?? 1) + (meetingPlaces?.version ?? 1) - 2,
    };
    this.kept = { until: performance.now() + FRESH_MS, value };
    return value;
  }
}

/** The providers of {@link Association} in a process with this configuration. */
export const associationProviders = (config: InjectionToken<Settings>): Provider[] => [
  PublishedTexts,
  {
    provide: Association,
    inject: [PublishedTexts, config],
    useFactory: (texts: PublishedTexts, settings: Settings) => new Association(texts, settings),
  },
];

import {
  associationProfileChanged,
  clubScheduleChanged,
  meetingPlacesChanged,
  officeHoursScheduleChanged,
} from '@lectern/contracts/content/events';
import type { SiteTextKey, SiteTextValue } from '@lectern/contracts/content/site-text';
import type { Transaction } from '@lectern/service-kit/database/transaction';

type Publish<K extends SiteTextKey> = (tx: Transaction, version: number, value: SiteTextValue<K>) => Promise<void>;

/** The texts that other services follow. */
const PUBLISHED: { readonly [K in SiteTextKey]?: Publish<K> } = {
  weeklySession: (tx, version, { weekday, begins, minutes, skipped }) => {
    const schedule = { weekday, begins, minutes, skipped: skipped.map(({ date }) => ({ date })) };
    return tx.publish(clubScheduleChanged, { version, schedule });
  },
  officeHours: (tx, version, schedule) => tx.publish(officeHoursScheduleChanged, { version, schedule }),
  profile: (tx, version, { name, timeZone, supportEmail, postalAddress, color, secondColor }) => {
    const profile = { name, timeZone, supportEmail, postalAddress, color, secondColor };
    return tx.publish(associationProfileChanged, { version, profile });
  },
  meetingPlaces: (tx, version, { zoomUrl }) => tx.publish(meetingPlacesChanged, { version, places: { zoomUrl } }),
};

export const PUBLISHED_KEYS = Object.keys(PUBLISHED) as SiteTextKey[];

/** Publishes a version of a text to the services that follow it; other texts have no event. */
export const publishText = async <K extends SiteTextKey>(
  tx: Transaction,
  { key, version, value }: { readonly key: K; readonly version: number; readonly value: SiteTextValue<K> },
): Promise<void> => {
  await PUBLISHED[key]?.(tx, version, value);
};

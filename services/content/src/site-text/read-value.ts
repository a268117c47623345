import {
  SHIPPED_VERSION,
  SITE_TEXTS,
  type SiteTextKey,
  type SiteTextValue,
} from '@lectern/contracts/content/site-text';
import type { SavedSiteText } from '@lectern/contracts/content/site-text-rpc';
import type { SiteTextVersion } from './site-text-version.entity.ts';

/** A saved value in the form of this release; null where an earlier release saved it in another form. */
export const readValue = <K extends SiteTextKey>(key: K, value: unknown): SiteTextValue<K> | null => {
  const parsed = SITE_TEXTS[key].safeParse(value);
  return parsed.success ? (parsed.data as SiteTextValue<K>) : null;
};

/** Version 1, which nobody saved. */
export const presentFirst = (key: SiteTextKey, value: SiteTextValue<SiteTextKey>): SavedSiteText =>
  ({
    key,
    value,
    version: SHIPPED_VERSION,
    savedAt: null,
    savedBy: null,
  }) as SavedSiteText;

/** A saved version with a value of its form. */
export const presentText = (
  key: SiteTextKey,
  { version, savedAt, savedBy }: Pick<SiteTextVersion, 'version' | 'savedAt' | 'savedBy'>,
  value: SiteTextValue<SiteTextKey>,
): SavedSiteText => ({ key, value, version, savedAt: savedAt.toISOString(), savedBy }) as SavedSiteText;

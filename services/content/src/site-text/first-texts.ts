import { Inject, Injectable } from '@nestjs/common';
import { firstMeetingLinks, firstProfile } from '@lectern/contracts/content/association-settings';
import type { SiteTextKey, SiteTextValue } from '@lectern/contracts/content/site-text';
import { SHIPPED_SITE_TEXTS } from '@lectern/contracts/content/site-text-shipped';
import { ContentConfig } from '../config.ts';

/** Version 1 of every text: the one that the software ships with, and the environment's for the association's own data. */
@Injectable()
export class FirstTexts {
  private readonly values: { readonly [K in SiteTextKey]: SiteTextValue<K> };

  constructor(@Inject(ContentConfig) config: ContentConfig) {
    this.values = {
      ...SHIPPED_SITE_TEXTS,
      profile: firstProfile(config),
      meetingPlaces: firstMeetingLinks(config),
    };
  }

  of<K extends SiteTextKey>(key: K): SiteTextValue<K> {
    return this.values[key];
  }
}

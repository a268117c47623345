import { isDeepStrictEqual } from 'node:util';
import type { AssociationProfile } from '@lectern/contracts/content/association-profile';
import type { ChangedProfile } from '@lectern/contracts/page-profile';
import { changedProfile, fillInWith } from './branding.ts';

/** The association as its pages have it. One object for as long as the profile stays the same. */
export interface Branding {
  /** The values that differ from those of the pages of a build. */
  readonly changed: ChangedProfile;
  /** Whether there is such a value. */
  readonly isOwn: boolean;
  /** Fills origin and profile into a text of the web build. */
  readonly fillIn: (text: string) => string;
}

interface Installation {
  readonly origin: string;
  /** The picture that is the logo while none is uploaded. */
  readonly logoFile?: string | undefined;
}

/** The branding of pages by the profile of the moment. */
export class SiteBranding {
  private last: { readonly profile: AssociationProfile; readonly branding: Branding } | undefined;

  constructor(
    private readonly profile: { now(): Promise<AssociationProfile> },
    private readonly installation: Installation,
  ) {}

  /** Never rejects. */
  async now(): Promise<Branding> {
    const profile = await this.profile.now();
    if (this.last === undefined || !isDeepStrictEqual(this.last.profile, profile))
      this.last = { profile, branding: this.of(profile) };
    return this.last.branding;
  }

  private of(profile: AssociationProfile): Branding {
    const changed = changedProfile(profile, this.installation.logoFile);
    return {
      changed,
      isOwn: Object.keys(changed).length > 0,
      fillIn: fillInWith(this.installation.origin, changed),
    };
  }
}

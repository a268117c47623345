import { MEETING_PLACES } from '@lectern/contracts/association';
import type { AssociationProfile } from '@lectern/contracts/content/association-profile';
import type { SiteTextKey, SiteTextValue } from '@lectern/contracts/content/site-text';
import { SHIPPED_SITE_TEXTS } from '@lectern/contracts/content/site-text-shipped';
import { SHIPPED_PROFILE } from '@lectern/contracts/page-profile';

/* An empty site says nothing that holds for the sample association alone. */

const { homePage, howItWorksPage, aboutPage, contactPage, officeHours, plans } = SHIPPED_SITE_TEXTS;

const CHAT = 'Chat community';

/**
 * The texts of an empty site of an association in this time zone, with or without a chat community. Others describe what every association
 * offers; staff change them.
 */
export const emptyTexts = ({ timeZone, hasCommunity }: { timeZone: string; hasCommunity: boolean }) =>
  ({
    team: { isSample: false, people: [] },
    announcements: { announcements: [] },
    homePage: { ...homePage, opening: { ...homePage.opening, members: '', assurance: 'Cancel anytime.' } },
    howItWorksPage: { ...howItWorksPage, opening: { ...howItWorksPage.opening, note: '' } },
    aboutPage: {
      ...aboutPage,
      searchResult: {
        ...aboutPage.searchResult,
        description: '{name} gives adults a weekly place to practice speaking and debating. This is our mission.',
      },
      numbers: [],
      story: { ...aboutPage.story, parts: [] },
    },
    contactPage: { ...contactPage, liveChat: { ...contactPage.liveChat, hours: '' } },
    officeHours: { ...officeHours, timeZone, slotsPerWeek: 0 },
    plans: { ...plans, benefits: plans.benefits.filter(({ benefit }) => hasCommunity || benefit !== CHAT) },
  }) satisfies { [K in SiteTextKey]?: SiteTextValue<K> };

/** The profile without the sample association's email addresses and links. Those that the operator has configured stay. */
export const withoutSamples = (profile: AssociationProfile): AssociationProfile => ({
  ...profile,
  billingEmail: profile.billingEmail === SHIPPED_PROFILE.billingEmail ? profile.supportEmail : profile.billingEmail,
  careersEmail: profile.careersEmail === SHIPPED_PROFILE.careersEmail ? null : profile.careersEmail,
  social: profile.social.filter(({ link }) => !SHIPPED_PROFILE.social.some((sample) => sample.link === link)),
});

/** The places where members meet, without the sample association's. */
export const withoutSamplePlaces = ({
  zoomUrl,
  discordUrl,
}: SiteTextValue<'meetingPlaces'>): SiteTextValue<'meetingPlaces'> => ({
  zoomUrl: zoomUrl === MEETING_PLACES.ASSOCIATION_ZOOM_URL ? null : zoomUrl,
  discordUrl: discordUrl === MEETING_PLACES.ASSOCIATION_DISCORD_URL ? null : discordUrl,
});

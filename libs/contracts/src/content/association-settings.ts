import { type ASSOCIATION, type MEETING_PLACES } from '../association.ts';
import { associationProfile, type AssociationProfile, type MeetingLinks } from './association-profile.ts';

/*
 * The first version of the association's own data is the environment's: what the variables of `association.ts` say when a process
 * starts. Servers alone import this module.
 */

export type AssociationSettings = Readonly<Record<keyof typeof ASSOCIATION, string>> & {
  readonly ASSOCIATION_ADDRESS?: string | undefined;
};

/** Words that are no https link, such as `none`, are left out. */
const socialOf = (urls: string): AssociationProfile['social'] =>
  [...new Set(urls.split(/\s+/))].filter((url) => url.startsWith('https://')).map((link) => ({ link }));

/** The profile that these settings say. */
export const firstProfile = (settings: AssociationSettings): AssociationProfile => ({
  name: settings.ASSOCIATION_NAME,
  fullName: settings.ASSOCIATION_FULL_NAME,
  tagline: settings.ASSOCIATION_TAGLINE,
  founded: settings.ASSOCIATION_FOUNDED,
  timeZone: settings.ASSOCIATION_TIME_ZONE,
  supportEmail: settings.SUPPORT_EMAIL,
  billingEmail: settings.BILLING_EMAIL,
  careersEmail: settings.CAREERS_EMAIL,
  postalAddress: settings.ASSOCIATION_ADDRESS ?? null,
  taxNumber: null,
  social: socialOf(settings.ASSOCIATION_SOCIAL_URLS),
  color: settings.ASSOCIATION_COLOR,
  secondColor: settings.ASSOCIATION_SECOND_COLOR,
  logo: null,
});

/** The links that these settings say. */
export const firstMeetingLinks = (settings: Readonly<Record<keyof typeof MEETING_PLACES, string>>): MeetingLinks => ({
  zoomUrl: settings.ASSOCIATION_ZOOM_URL,
  discordUrl: settings.ASSOCIATION_DISCORD_URL,
});

const VARIABLES: Readonly<Record<keyof AssociationProfile, string>> = {
  name: 'ASSOCIATION_NAME',
  fullName: 'ASSOCIATION_FULL_NAME',
  tagline: 'ASSOCIATION_TAGLINE',
  founded: 'ASSOCIATION_FOUNDED',
  timeZone: 'ASSOCIATION_TIME_ZONE',
  supportEmail: 'SUPPORT_EMAIL',
  billingEmail: 'BILLING_EMAIL',
  careersEmail: 'CAREERS_EMAIL',
  postalAddress: 'ASSOCIATION_ADDRESS',
  taxNumber: 'tax number',
  social: 'ASSOCIATION_SOCIAL_URLS',
  color: 'ASSOCIATION_COLOR',
  secondColor: 'ASSOCIATION_SECOND_COLOR',
  logo: 'ASSOCIATION_LOGO',
};

/** The problems of settings whose profile nobody could save, each with its variable. */
export const profileProblems = (settings: AssociationSettings): string[] => {
  const { error } = associationProfile.safeParse(firstProfile(settings));
  return (error?.issues ?? []).map(
    ({ path: [field], message }) => `${VARIABLES[field as keyof AssociationProfile]}: ${message}`,
  );
};

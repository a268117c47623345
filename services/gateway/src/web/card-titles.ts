import { isDeepStrictEqual } from 'node:util';
import type { PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import { SHIPPED_SITE_TEXTS } from '@lectern/contracts/content/site-text-shipped';

type Titled = { readonly searchResult: { readonly title: string } };

const titlesOf = ({ searchResult }: Titled, heading: { readonly title: string }): string[] => [
  searchResult.title,
  heading.title,
];

/** The titles of the page that a card of `editorial/cards.json` was written for, by the name of the card. */
const PAGE_TITLES: Readonly<Record<string, (site: PublicSiteTexts) => string[]>> = {
  home: ({ homePage }) => titlesOf(homePage, homePage.opening),
  'debate-club': ({ clubPage }) => titlesOf(clubPage, clubPage.opening),
  'how-it-works': ({ howItWorksPage }) => titlesOf(howItWorksPage, howItWorksPage.opening),
  classes: ({ bootcampPage }) => titlesOf(bootcampPage, bootcampPage.opening),
  tournaments: ({ tournamentsPage }) => titlesOf(tournamentsPage, tournamentsPage.opening),
  resources: ({ resourcesPage }) => titlesOf(resourcesPage, resourcesPage.opening),
  about: ({ aboutPage }) => titlesOf(aboutPage, aboutPage.mission),
  // Its card repeats the promise.
  contact: ({ contactPage }) => [...titlesOf(contactPage, contactPage.opening), contactPage.writeToUs.promise],
};

export const isPageCard = (card: string): boolean => Object.hasOwn(PAGE_TITLES, card);

/** Whether staff have left the titles of the page as the card of this name was written for them. */
export const hasShippedTitles = (card: string, site: PublicSiteTexts): boolean =>
  isDeepStrictEqual(PAGE_TITLES[card]?.(site), PAGE_TITLES[card]?.(SHIPPED_SITE_TEXTS));

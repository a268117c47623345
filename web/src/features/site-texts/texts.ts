import { PAGE_TEXTS } from '@lectern/contracts/content/page-text';
import type { PageTextKey } from '@lectern/contracts/content/public-site-text';
import { SITE_TEXT_KEYS, SITE_TEXTS, type SiteTextKey } from '@lectern/contracts/content/site-text';
import { labelOf } from '@lectern/contracts/fields';
import type { FieldValues } from 'react-hook-form';
import { keptDrafts } from '../../components/console/kept-drafts.ts';
import { adminSectionPath, type AdminSectionName } from '../../config/admin-sections.ts';
import { pathTo } from '../../config/paths.ts';

interface TextKind {
  readonly title: string;
  /** The page of the console with its form, where it is not one of the site texts. */
  readonly section?: AdminSectionName;
  /** The page that shows it; without a path where staff cannot open it. */
  readonly page: { readonly name: string; readonly path?: string };
  /** The labels of its fields, in the order of the form. */
  readonly labels: Readonly<Record<string, string>>;
}

/** The words of a page; the labels are those of its groups. */
const wordsOfPage = (key: PageTextKey, title: string, page: TextKind['page']): TextKind => ({
  title,
  page,
  labels: Object.fromEntries(Object.keys(PAGE_TEXTS[key].shape).map((group) => [group, labelOf(group)])),
});

export const TEXT_KINDS: Readonly<Record<SiteTextKey, TextKind>> = {
  homeQuestions: {
    title: 'Questions on the home page',
    page: { name: 'Home', path: pathTo('home', {}, '#faq') },
    labels: { questions: 'Questions' },
  },
  clubQuestions: {
    title: 'Questions on the Debate Club page',
    page: { name: 'Debate Club', path: pathTo('debateClub', {}, '#faq') },
    labels: { questions: 'Questions' },
  },
  contactQuestions: {
    title: 'Questions on the contact page',
    page: { name: 'Contact', path: pathTo('contact') },
    labels: { topics: 'Headings and questions' },
  },
  curriculum: {
    title: 'Curriculum',
    page: { name: 'Debate Club', path: pathTo('debateClub', {}, '#curriculum') },
    labels: { blocks: 'Blocks' },
  },
  team: {
    title: 'Team',
    page: { name: 'About us', path: pathTo('about') },
    labels: { isSample: 'Note about the sample', people: 'People' },
  },
  weeklySession: {
    title: 'Weekly session',
    page: { name: 'Many pages, and calendars' },
    labels: {
      sessionTopic: 'Session topic',
      weekday: 'Weekday',
      begins: 'Begins',
      minutes: 'Minutes',
      warmUpMinutes: 'Warm up minutes',
      mainActivityMinutes: 'Main activity minutes',
      feedbackMinutes: 'Feedback minutes',
      skipped: 'Skipped days',
    },
  },
  bootcamp: {
    title: 'Bootcamp times',
    page: { name: 'Bootcamp, its registration, and dashboards', path: pathTo('classes') },
    labels: { weekday: 'Weekday', begins: 'Begins', hours: 'Hours', weeks: 'Weeks', groupSize: 'Group size' },
  },
  homePage: wordsOfPage('homePage', 'Home page', { name: 'Home', path: pathTo('home') }),
  clubPage: wordsOfPage('clubPage', 'Debate Club page', { name: 'Debate Club', path: pathTo('debateClub') }),
  bootcampPage: wordsOfPage('bootcampPage', 'Bootcamp page', { name: 'Classes', path: pathTo('classes') }),
  howItWorksPage: wordsOfPage('howItWorksPage', 'How It Works page', {
    name: 'How It Works',
    path: pathTo('howItWorks'),
  }),
  tournamentsPage: wordsOfPage('tournamentsPage', 'Tournaments page', {
    name: 'Tournaments',
    path: pathTo('tournaments'),
  }),
  aboutPage: wordsOfPage('aboutPage', 'About page', { name: 'About us', path: pathTo('about') }),
  contactPage: wordsOfPage('contactPage', 'Contact page', { name: 'Contact', path: pathTo('contact') }),
  resourcesPage: wordsOfPage('resourcesPage', 'Resources page', { name: 'Resources', path: pathTo('resources') }),
  subscribePage: wordsOfPage('subscribePage', 'Subscribe page', { name: 'Subscribe', path: pathTo('subscribe') }),
  newslettersPage: wordsOfPage('newslettersPage', 'Newsletters page', {
    name: 'Newsletters',
    path: pathTo('newsletters'),
  }),
  plans: wordsOfPage('plans', 'Plans and their benefits', {
    name: 'Home, Debate Club',
    path: pathTo('home', {}, '#pricing'),
  }),
  announcements: {
    title: 'Announcements',
    page: { name: 'Dashboard of members' },
    labels: { announcements: 'Announcements' },
  },
  practiceTopics: {
    title: 'Practice topics',
    page: { name: 'Practice topics of members' },
    labels: { groups: 'Groups' },
  },
  officeHours: {
    title: 'Office hours',
    page: { name: 'Member resources' },
    labels: {
      weekday: 'Weekday',
      begins: 'Begins',
      timeZone: 'Time zone',
      minutes: 'Minutes',
      slotsPerWeek: 'Slots per week',
      weeksAhead: 'Weeks ahead',
      noticeHours: 'Notice hours',
      skipped: 'Skipped days',
    },
  },
  profile: {
    title: 'Profile',
    section: 'profile',
    page: { name: 'Every page, emails and calendars', path: pathTo('home') },
    labels: {
      name: 'Name',
      fullName: 'Full name',
      tagline: 'Tagline',
      founded: 'Founded',
      logo: 'Logo',
      color: 'Color',
      secondColor: 'Second color',
      supportEmail: 'Support email',
      billingEmail: 'Billing email',
      careersEmail: 'Careers email',
      postalAddress: 'Postal address',
      taxNumber: 'Tax number',
      timeZone: 'Time zone',
      social: 'Links',
    },
  },
  meetingPlaces: {
    title: 'Meeting links',
    section: 'meeting-links',
    page: { name: 'Pages and calendars of active members' },
    labels: { zoomUrl: 'Zoom link', discordUrl: 'Discord link' },
  },
};

/** The keys of the texts that are listed as site texts. */
export const LISTED_TEXTS = SITE_TEXT_KEYS.filter((key) => TEXT_KINDS[key].section === undefined);

/** The page of the console with the form of a text. */
export const textPath = (key: SiteTextKey): string => {
  const { section } = TEXT_KINDS[key];
  return section === undefined ? adminSectionPath('site-texts', { edit: key }) : adminSectionPath(section);
};

export const isTextKey = (key: string | null): key is SiteTextKey =>
  key !== null && (LISTED_TEXTS as string[]).includes(key);

/** Whether typed values have the form of a text: they may be incomplete, but of no other release. */
const hasForm = (key: SiteTextKey, typed: unknown): boolean =>
  SITE_TEXTS[key]
    .safeParse(typed)
    .error?.issues.every(({ code }) => code !== 'invalid_type' && code !== 'unrecognized_keys') ?? true;

/** Stores an unsaved text in this browser until it is saved. */
export const textDrafts = (key: SiteTextKey) =>
  keptDrafts<FieldValues>(
    'site-text-draft',
    (typed) => hasForm(key, typed),
    () => window.localStorage,
  );

/** Too long to compare by eye. */
const PICTURE_ID = /^[0-9a-f]{64}$/;

const wordsOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(wordsOf).join(' / ');
  if (typeof value === 'object' && value !== null) return Object.values(value).map(wordsOf).join(': ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' && PICTURE_ID.test(value)) return `Picture ${value.slice(0, 8)}`;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** The fields whose words differ, in the order of the form, each with its words in both. */
export const differencesOf = (labels: TextKind['labels'], one: FieldValues, other: FieldValues) =>
  Object.entries(labels).flatMap(([field, label]) =>
    wordsOf(one[field]) === wordsOf(other[field])
      ? []
      : [
          {
            field,
            label,
            one: describeField(one[field], other[field]),
            other: describeField(other[field], one[field]),
          },
        ],
  );

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A field as text, for comparison with another version: of a list only the items that the other version has not, of a group only the
 * fields that differ.
 */
export const describeField = (value: unknown, other: unknown): string => {
  if (value === null) return 'None';
  if (isGroup(value) && isGroup(other))
    return Object.entries(value)
      .filter(([name, part]) => wordsOf(part) !== wordsOf(other[name]))
      .map(([name, part]) => `${labelOf(name)}: ${describeField(part, other[name])}`)
      .join('\n');
  if (!Array.isArray(value) || !Array.isArray(other)) return wordsOf(value);
  const theirs = new Set(other.map(wordsOf));
  const own = value.flatMap((item, index) => (theirs.has(wordsOf(item)) ? [] : [`${index + 1}. ${wordsOf(item)}`]));
  if (own.length > 0) return own.join('\n');
  if (value.length === 0) return 'None';
  return value.length === 1
    ? 'One item, which the other version has, too'
    : `${value.length} items, which the other version has, too`;
};

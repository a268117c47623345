import { SITE_TEXT_KEYS, SITE_TEXTS, type SiteTextKey } from '@lectern/contracts/content/site-text';
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
      : [{ label, one: describeField(one[field], other[field]), other: describeField(other[field], one[field]) }],
  );

/** A field as text, for comparison with another version: of a list only the items that the other version has not. */
export const describeField = (value: unknown, other: unknown): string => {
  if (value === null) return 'None';
  if (!Array.isArray(value) || !Array.isArray(other)) return wordsOf(value);
  const theirs = new Set(other.map(wordsOf));
  const own = value.flatMap((item, index) => (theirs.has(wordsOf(item)) ? [] : [`${index + 1}. ${wordsOf(item)}`]));
  if (own.length > 0) return own.join('\n');
  if (value.length === 0) return 'None';
  return value.length === 1
    ? 'One item, which the other version has, too'
    : `${value.length} items, which the other version has, too`;
};

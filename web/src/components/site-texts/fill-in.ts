import { type Placeholder, PLACEHOLDER } from '@lectern/contracts/content/placeholders';
import type { PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import { formatCentsShort } from '@lectern/contracts/money';
import type { PageProfile } from '@lectern/contracts/page-profile';
import { ANNUAL, ANNUAL_SAVING, BOOTCAMP, MONTHLY, TOURNAMENT_ENTRY } from '../../config/offers.ts';
import { bootcampWords } from '../bootcamp/bootcamp-words.ts';
import { beginOf, weeklyWords } from '../weekly-session/weekly-words.ts';

/** The values of the placeholders on the pages of an association. */
export const placeholdersOf = (
  { name, fullName, founded, timeZone }: PageProfile,
  { weeklySession, bootcamp }: Pick<PublicSiteTexts, 'weeklySession' | 'bootcamp'>,
): Readonly<Record<Placeholder, string>> => {
  const { day, when, rhythm, session, practice, partOfDay } = weeklyWords(weeklySession, timeZone);
  return {
    name,
    fullName,
    founded,
    day,
    when,
    startTime: beginOf(weeklySession, timeZone),
    rhythm,
    session,
    practice,
    partOfDay,
    bootcampDay: bootcamp.weekday,
    bootcampTime: bootcampWords(bootcamp, timeZone).time,
    bootcampWeeks: String(bootcamp.weeks),
    bootcampHours: String(bootcamp.hours),
    bootcampGroup: bootcamp.groupSize,
    monthlyPrice: formatCentsShort(MONTHLY),
    annualPrice: formatCentsShort(ANNUAL),
    annualSaving: formatCentsShort(ANNUAL_SAVING),
    entryPrice: formatCentsShort(TOURNAMENT_ENTRY),
    bootcampPrice: formatCentsShort(BOOTCAMP),
  };
};

/** The same value with every placeholder in its words filled in. Words in braces that are none stay as they are. */
export const fillIn = <T>(value: T, values: Readonly<Record<string, string>>): T => {
  const filled = (part: unknown): unknown => {
    if (typeof part === 'string')
      return part.replaceAll(PLACEHOLDER, (whole, name: string) =>
        Object.hasOwn(values, name) ? values[name]! : whole,
      );
    if (Array.isArray(part)) return part.map(filled);
    if (typeof part === 'object' && part !== null)
      return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, filled(each)]));
    return part;
  };
  return filled(value) as T;
};

import * as z from 'zod/mini';
import { instant } from '@lectern/contracts/fields';
import { OFFICE_HOURS } from '@lectern/contracts/office-hours';
import type { LetterSite } from '../letter-template.ts';
import { momentOf } from './letter-dates.ts';

/** What every letter about the office hours knows. */
export const officeHoursData = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  supportEmail: z.string(),
  startsAt: instant(),
  endsAt: instant(),
  topic: z.string(),
});
export type OfficeHoursData = z.output<typeof officeHoursData>;

const MINUTE_MS = 60_000;
/** Of the zone in which the office hours are held, such as New York. */
const CITY = OFFICE_HOURS.zone.slice(OFFICE_HOURS.zone.indexOf('/') + 1).replaceAll('_', ' ');

/** When it is, by the association's clock and by that of the office hours, and for how long. */
export const whenRows = ({ startsAt, endsAt }: Pick<OfficeHoursData, 'startsAt' | 'endsAt'>, site: LetterSite): (readonly [string, string])[] => {
  const here = momentOf(startsAt, site);
  const there = momentOf(startsAt, { timeZone: OFFICE_HOURS.zone });
  return [
    ['When', here],
    ...(here === there ? [] : [[`In ${CITY}`, there] as const]),
    ['Length', `${(Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE_MS} minutes`],
  ];
};

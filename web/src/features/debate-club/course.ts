import type { SiteTextValue } from '@lectern/contracts/content/site-text';
import type { PageProfile } from '@lectern/contracts/page-profile';
import { pathTo } from '../../config/paths.ts';
import { PLANS } from '../../config/plans.ts';
import { CURRICULUM_WEEKS } from '../../config/schedule.ts';
import { durationOf, type WeeklySession } from '../../components/weekly-session/weekly-words.ts';
import { organization } from '../../components/structured-data/organization.ts';
import { siteOrigin } from '../../lib/site-origin.ts';

/** The club as structured data (https://schema.org/Course), with its curriculum and its schedule where they are known. */
export const clubCourse = (
  association: PageProfile,
  curriculum: SiteTextValue<'curriculum'> | undefined,
  weekly: WeeklySession | undefined,
): Record<string, unknown> => ({
  '@type': 'Course',
  name: 'Weekly Debate Club',
  description: `A weekly live debate club for adults with ${CURRICULUM_WEEKS} weeks of curriculum, in two divisions, on Zoom.`,
  url: siteOrigin() + pathTo('debateClub'),
  inLanguage: 'en',
  provider: organization(association),
  ...(curriculum === undefined
    ? {}
    : {
        syllabusSections: curriculum.blocks.map(({ name, text }) => ({
          '@type': 'Syllabus',
          name,
          description: text,
        })),
      }),
  offers: Object.values(PLANS).map(({ name, cents, assurance }) => ({
    '@type': 'Offer',
    category: 'Subscription',
    name: `${name} membership of ${association.name}`,
    price: (cents / 100).toFixed(2),
    priceCurrency: 'USD',
    description: assurance,
    url: siteOrigin() + pathTo('register'),
  })),
  hasCourseInstance: {
    '@type': 'CourseInstance',
    courseMode: 'Online',
    ...(weekly === undefined
      ? {}
      : {
          courseWorkload: durationOf(weekly),
          courseSchedule: {
            '@type': 'Schedule',
            repeatFrequency: 'P1W',
            byDay: `https://schema.org/${weekly.weekday}`,
            startTime: weekly.begins,
            scheduleTimezone: association.timeZone,
            duration: durationOf(weekly),
          },
        }),
  },
});

import type { PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import type { PageProfile } from '@lectern/contracts/page-profile';
import { BOOTCAMP } from '../../config/offers.ts';
import { pathTo } from '../../config/paths.ts';
import { BOOTCAMP_SEATS } from '../../config/schedule.ts';
import { organization } from '../../components/structured-data/organization.ts';
import { siteOrigin } from '../../lib/site-origin.ts';

/** The bootcamp as structured data (https://schema.org/Course). */
export const bootcampCourse = (
  association: PageProfile,
  { weeks, hours, weekday }: PublicSiteTexts['bootcamp'],
  competitions: PublicSiteTexts['bootcampPage']['weeks']['competitions'],
): Record<string, unknown> => ({
  '@type': 'Course',
  name: 'Tournament Prep Bootcamp',
  description: `${weeks} live sessions on Zoom that prepare adults for their first speech and debate tournament, with its entry included.`,
  url: siteOrigin() + pathTo('classes'),
  inLanguage: 'en',
  provider: organization(association),
  syllabusSections: competitions.map(({ name, text }) => ({ '@type': 'Syllabus', name, description: text })),
  offers: {
    '@type': 'Offer',
    category: 'Paid',
    price: (BOOTCAMP / 100).toFixed(2),
    priceCurrency: 'USD',
    url: siteOrigin() + pathTo('bootcampRegistration'),
  },
  hasCourseInstance: {
    '@type': 'CourseInstance',
    courseMode: 'Online',
    courseWorkload: `PT${hours}H`,
    maximumAttendeeCapacity: BOOTCAMP_SEATS,
    courseSchedule: {
      '@type': 'Schedule',
      repeatFrequency: 'P1W',
      repeatCount: weeks,
      byDay: `https://schema.org/${weekday}`,
      duration: `PT${hours}H`,
    },
  },
});

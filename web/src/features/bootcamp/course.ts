import type { PageProfile } from '@lectern/contracts/page-profile';
import { BOOTCAMP } from '../../config/offers.ts';
import { pathTo } from '../../config/paths.ts';
import { bootcampSchedule } from '../../config/schedule.ts';
import { organization } from '../../components/structured-data/organization.ts';
import { siteOrigin } from '../../lib/site-origin.ts';
import { BOOTCAMP_WEEKS } from '../../config/bootcamp-weeks.ts';

/** The bootcamp as structured data (https://schema.org/Course). */
export const bootcampCourse = (association: PageProfile): Record<string, unknown> => ({
  '@type': 'Course',
  name: 'Tournament Prep Bootcamp',
  description: `${bootcampSchedule.weeks} live sessions on Zoom that prepare adults for their first speech and debate tournament, with its entry included.`,
  url: siteOrigin() + pathTo('classes'),
  inLanguage: 'en',
  provider: organization(association),
  syllabusSections: BOOTCAMP_WEEKS.map(({ name, text }) => ({ '@type': 'Syllabus', name, description: text })),
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
    courseWorkload: `PT${bootcampSchedule.hours}H`,
    maximumAttendeeCapacity: bootcampSchedule.seats,
    courseSchedule: {
      '@type': 'Schedule',
      repeatFrequency: 'P1W',
      repeatCount: bootcampSchedule.weeks,
      byDay: 'https://schema.org/Sunday',
      duration: `PT${bootcampSchedule.hours}H`,
    },
  },
});

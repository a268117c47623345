import type { PublicEvent } from '@lectern/contracts/registrations/model';
import { organization } from '../../components/structured-data/organization.ts';
import type { PageProfile } from '@lectern/contracts/page-profile';
import { pathTo } from '../../config/paths.ts';
import { siteOrigin } from '../../lib/site-origin.ts';

const AVAILABILITY = { open: 'InStock', full: 'SoldOut', closed: 'Discontinued' } as const satisfies Record<
  PublicEvent['state'],
  string
>;

const VIRTUAL = 'https://schema.org/OnlineEventAttendanceMode';

/** The tournaments of every year as a https://schema.org/EventSeries: a prerendered page knows no dates. */
export const tournamentSeries = (association: PageProfile): Record<string, unknown> => ({
  '@type': 'EventSeries',
  name: `Quarterly Tournaments of ${association.fullName}`,
  description: 'Four virtual speech and debate tournaments a year for adults, in two divisions.',
  eventAttendanceMode: VIRTUAL,
  location: { '@type': 'VirtualLocation', url: siteOrigin() + pathTo('tournaments') },
  organizer: organization(association),
});

/** A tournament as structured data (https://schema.org/Event). */
export const tournamentEvent = (association: PageProfile, event: PublicEvent): Record<string, unknown> => {
  const url = siteOrigin() + pathTo('tournaments');
  return {
    '@type': 'Event',
    name: event.title,
    description: event.description,
    startDate: event.datetime,
    endDate: event.endsAt,
    eventAttendanceMode: VIRTUAL,
    eventStatus: 'https://schema.org/EventScheduled',
    location: { '@type': 'VirtualLocation', url },
    organizer: organization(association),
    offers: {
      '@type': 'Offer',
      price: (event.price / 100).toFixed(2),
      priceCurrency: 'USD',
      validThrough: event.registrationDeadline,
      availability: `https://schema.org/${AVAILABILITY[event.state]}`,
      url,
    },
  };
};

import { EventsSection } from '../../../../features/events/components/events-section.tsx';

export default function Events() {
  return <EventsSection />;
}

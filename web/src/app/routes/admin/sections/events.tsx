import { EventsSection } from '../../../../features/admin/components/events-section.tsx';

export default function Events() {
  return <EventsSection />;
}

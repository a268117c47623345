import { SiteTextPage } from '../../../../features/site-texts/components/site-texts-section.tsx';

export default function MeetingLinks() {
  return <SiteTextPage of="meetingPlaces" />;
}

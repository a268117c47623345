import { SiteTextPage } from '../../../../features/site-texts/components/site-texts-section.tsx';

export default function Profile() {
  return <SiteTextPage of="profile" />;
}

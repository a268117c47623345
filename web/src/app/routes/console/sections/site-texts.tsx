import { SiteTextsSection } from '../../../../features/site-texts/components/site-texts-section.tsx';

export default function SiteTexts() {
  return <SiteTextsSection />;
}

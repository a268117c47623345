import { lazy } from 'react';
import { SiteTextsSection } from '../../../../features/site-texts/components/site-texts-section.tsx';
import { PagePreviews } from '../../../../features/site-texts/page-previews.ts';

const Home = lazy(() => import('../../public/home.tsx'));

const PAGES = {
  homePage: Home,
  clubPage: lazy(() => import('../../public/debate-club.tsx')),
  bootcampPage: lazy(() => import('../../public/classes.tsx')),
  howItWorksPage: lazy(() => import('../../public/how-it-works.tsx')),
  tournamentsPage: lazy(() => import('../../public/tournaments.tsx')),
  aboutPage: lazy(() => import('../../public/about.tsx')),
  contactPage: lazy(() => import('../../public/contact.tsx')),
  resourcesPage: lazy(() => import('../../public/resources.tsx')),
  subscribePage: lazy(() => import('../../public/subscribe.tsx')),
  newslettersPage: lazy(() => import('../../public/newsletters.tsx')),
  plans: Home,
};

export default function SiteTexts() {
  return (
    <PagePreviews value={PAGES}>
      <SiteTextsSection />
    </PagePreviews>
  );
}

import { Faq } from '../../../components/faq/faq.tsx';
import { Pricing } from '../../../components/membership/pricing.tsx';
import { ClosingBand } from '../../../components/page/closing-band.tsx';
import { Testimonials } from '../../../components/testimonials/testimonials.tsx';
import { organization } from '../../../components/structured-data/organization.ts';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { JsonLd } from '../../../components/ui/json-ld.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { useWeeklyWords } from '../../../components/weekly-session/use-weekly-words.ts';
import { useAssociation } from '../../../lib/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { Hero } from '../../../features/home/components/hero.tsx';
import { HomeDivisions } from '../../../features/home/components/home-divisions.tsx';
import { Emails } from '../../../features/home/components/emails.tsx';
import { SessionAnatomy } from '../../../features/home/components/session-anatomy.tsx';
import { WhyJoin } from '../../../features/home/components/why-join.tsx';
import { useHashTarget } from '../../../lib/use-hash-target.ts';

export default function Home() {
  const association = useAssociation();
  const { on } = useWeeklyWords();
  useHashTarget();
  return (
    <>
      <PageMeta
        path={pathTo('home')}
        title="Debate club for adults"
        description={`${association.fullName}: a weekly live debate club on Zoom for adults, with coaching and tournaments. $95 a month or $950 a year.`}
      />
      <JsonLd data={organization(association)} />
      <Hero />
      <WhyJoin />
      <Pricing />
      <SessionAnatomy />
      <HomeDivisions />
      <Testimonials />
      <Faq of="homeQuestions" />
      <Emails />
      <ClosingBand
        title={`The floor is yours ${on}.`}
        actions={
          <LinkButton to={pathTo('register')} variant="primary" size="large">
            Join the Debate Club
          </LinkButton>
        }
      >
        Register in two minutes. The Zoom link is on your dashboard the moment your payment is through.
      </ClosingBand>
    </>
  );
}

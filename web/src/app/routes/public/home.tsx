import { Divisions } from '../../../components/divisions/divisions.tsx';
import { Faq } from '../../../components/faq/faq.tsx';
import { Pricing } from '../../../components/membership/pricing.tsx';
import { ClosingBand } from '../../../components/page/closing-band.tsx';
import { Testimonials } from '../../../components/testimonials/testimonials.tsx';
import { organization } from '../../../components/structured-data/organization.ts';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { JsonLd } from '../../../components/ui/json-ld.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { usePageText } from '../../../components/site-texts/use-page-text.ts';
import { useAssociation } from '../../../lib/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { Hero } from '../../../features/home/components/hero.tsx';
import { Emails } from '../../../features/home/components/emails.tsx';
import { SessionAnatomy } from '../../../features/home/components/session-anatomy.tsx';
import { WhyJoin } from '../../../features/home/components/why-join.tsx';
import { useHashTarget } from '../../../lib/use-hash-target.ts';

export default function Home() {
  const association = useAssociation();
  const { searchResult, opening, whyJoin, pricing, session, divisions, questions, newsletter, starterKit, closing } =
    usePageText('homePage');
  useHashTarget();
  return (
    <>
      <PageMeta path={pathTo('home')} {...searchResult} />
      <JsonLd data={organization(association)} />
      <Hero {...opening} />
      <WhyJoin {...whyJoin} />
      <Pricing {...pricing} />
      <SessionAnatomy {...session} />
      <Divisions {...divisions} />
      <Testimonials />
      <Faq of="homeQuestions" {...questions} />
      <Emails newsletter={newsletter} starterKit={starterKit} />
      <ClosingBand
        title={closing.title}
        actions={
          <LinkButton to={pathTo('register')} variant="primary" size="large">
            Join the Debate Club
          </LinkButton>
        }
      >
        {closing.text}
      </ClosingBand>
    </>
  );
}

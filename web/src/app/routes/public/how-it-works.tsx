import { Untangling } from '../../../components/art/untangling.tsx';
import { ClosingBand } from '../../../components/page/closing-band.tsx';
import { PageHero } from '../../../components/page/page-hero.tsx';
import { usePageText } from '../../../components/site-texts/use-page-text.ts';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { pathTo } from '../../../config/paths.ts';
import { Programs } from '../../../features/how-it-works/components/programs.tsx';
import { Steps } from '../../../features/how-it-works/components/steps.tsx';
import { useHashTarget } from '../../../lib/use-hash-target.ts';

export default function HowItWorks() {
  const { searchResult, opening, steps, programs, closing } = usePageText('howItWorksPage');
  useHashTarget();
  return (
    <>
      <PageMeta path={pathTo('howItWorks')} card="how-it-works" {...searchResult} />
      <PageHero
        {...opening}
        actions={
          <>
            <LinkButton to={pathTo('subscribe')} variant="primary" size="large">
              Subscribe to the club
            </LinkButton>
            <LinkButton to={pathTo('classes')} size="large">
              Explore Classes
            </LinkButton>
          </>
        }
        art={<Untangling />}
      />
      <Steps {...steps} />
      <Programs {...programs} />
      <ClosingBand
        title={closing.title}
        actions={
          <>
            <LinkButton to={pathTo('subscribe')} variant="primary" size="large">
              Subscribe to the club
            </LinkButton>
            <LinkButton to={pathTo('classes')} size="large">
              Explore Classes
            </LinkButton>
          </>
        }
      >
        {closing.text}
      </ClosingBand>
    </>
  );
}

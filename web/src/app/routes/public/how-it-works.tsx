import { Untangling } from '../../../components/art/untangling.tsx';
import { ClosingBand } from '../../../components/page/closing-band.tsx';
import { PageHero } from '../../../components/page/page-hero.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { Programs } from '../../../features/how-it-works/components/programs.tsx';
import { Steps } from '../../../features/how-it-works/components/steps.tsx';
import { useHashTarget } from '../../../lib/use-hash-target.ts';

export default function HowItWorks() {
  const association = useAssociation();
  useHashTarget();
  return (
    <>
      <PageMeta
        path={pathTo('howItWorks')}
        card="how-it-works"
        title="How It Works"
        description={`How ${association.name} works: choose a program, take your seat on Zoom, speak in the first session, and compete when you feel like it.`}
      />
      <PageHero
        title="How a nervous adult becomes a good speaker."
        lead="Not by reading about it. You speak, somebody competent listens, you hear one thing to do better, and you speak again. We supply the rest."
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
        note={`500+ members since ${association.founded}, 50+ weekly sessions, and a coach in every one of them.`}
        art={<Untangling />}
      />
      <Steps />
      <Programs />
      <ClosingBand
        title="The first minute is the longest. Get it over with."
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
        Come to the club every week, or take the four Sundays of the bootcamp and stand in a tournament at the end of
        them.
      </ClosingBand>
    </>
  );
}

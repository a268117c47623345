import { ClosingBand } from '../../../components/page/closing-band.tsx';
import { JsonLd } from '../../../components/ui/json-ld.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { useWeeklyWords } from '../../../components/weekly-session/use-weekly-words.ts';
import { useAssociation } from '../../../lib/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { Mission } from '../../../features/about/components/mission.tsx';
import { Stats } from '../../../features/about/components/stats.tsx';
import { Story } from '../../../features/about/components/story.tsx';
import { OurTeam } from '../../../features/about/components/our-team.tsx';
import { organization } from '../../../components/structured-data/organization.ts';

export default function About() {
  const association = useAssociation();
  const { on } = useWeeklyWords();
  return (
    <>
      <PageMeta
        title="About us"
        description={`Since ${association.founded}, ${association.name} has given adults a weekly place to practice speaking and debating. Our mission, our story, and who coaches.`}
        path={pathTo('about')}
        card="about"
      />
      <JsonLd data={{ '@type': 'AboutPage', name: 'About us', mainEntity: organization(association) }} />
      <Mission />
      <Stats />
      <Story />
      <OurTeam />
      <ClosingBand
        title="The next speech is yours. Or the next question."
        actions={
          <>
            <LinkButton to={pathTo('register')} variant="primary" size="large">
              Join the Debate Club
            </LinkButton>
            <LinkButton to={pathTo('contact')} size="large">
              Ask us something
            </LinkButton>
          </>
        }
      >
        Come {on} and see, or write first. Both count as speaking up.
      </ClosingBand>
    </>
  );
}

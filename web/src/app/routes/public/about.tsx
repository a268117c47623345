import { ClosingBand } from '../../../components/page/closing-band.tsx';
import { JsonLd } from '../../../components/ui/json-ld.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { usePageText } from '../../../components/site-texts/use-page-text.ts';
import { useAssociation } from '../../../lib/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { Mission } from '../../../features/about/components/mission.tsx';
import { Stats } from '../../../features/about/components/stats.tsx';
import { Story } from '../../../features/about/components/story.tsx';
import { OurTeam } from '../../../features/about/components/our-team.tsx';
import { organization } from '../../../components/structured-data/organization.ts';

export default function About() {
  const association = useAssociation();
  const { searchResult, mission, numbers, story, closing } = usePageText('aboutPage');
  return (
    <>
      <PageMeta {...searchResult} path={pathTo('about')} card="about" />
      <JsonLd data={{ '@type': 'AboutPage', name: searchResult.title, mainEntity: organization(association) }} />
      <Mission {...mission} />
      {numbers.length > 0 && <Stats numbers={numbers} />}
      {story.parts.length > 0 && <Story {...story} />}
      <OurTeam />
      <ClosingBand
        title={closing.title}
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
        {closing.text}
      </ClosingBand>
    </>
  );
}

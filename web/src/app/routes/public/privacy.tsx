import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { LegalPage } from '../../../features/legal/components/legal-page.tsx';
import { PRIVACY } from '../../../features/legal/privacy.tsx';

export default function Privacy() {
  const association = useAssociation();
  return (
    <>
      <PageMeta
        title="Privacy policy"
        description={`What ${association.name} keeps about you and why, who processes it, how long it stays, and what you can ask of us. No trackers, no advertising, and one cookie, for logging in safely.`}
        path={pathTo('privacy')}
      />
      <LegalPage
        page="privacy"
        title="Privacy policy"
        short="We keep what your membership needs and nothing to sell. No trackers, no advertising, and one cookie, for logging in safely. You can ask what we have, and have it deleted."
        clauses={PRIVACY}
      />
    </>
  );
}

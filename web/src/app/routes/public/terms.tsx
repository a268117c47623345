import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { LegalPage } from '../../../features/legal/components/legal-page.tsx';
import { TERMS } from '../../../features/legal/terms.tsx';

export default function Terms() {
  const association = useAssociation();
  return (
    <>
      <PageMeta
        title="Terms of service"
        description={`The agreement between you and ${association.name}: membership, prices and renewal, cancelling, tournaments, bootcamp, referral credits, and conduct.`}
        path={pathTo('terms')}
      />
      <LegalPage
        page="terms"
        title="Terms of service"
        short="You join by the month or by the year, it renews until you cancel, and you can cancel with one press. Be fair to the others in the room. The rest is detail, and here it is."
        clauses={TERMS}
      />
    </>
  );
}

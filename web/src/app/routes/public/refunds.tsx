import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { LegalPage } from '../../../features/legal/components/legal-page.tsx';
import { REFUNDS } from '../../../features/legal/refunds.tsx';

export default function Refunds() {
  const association = useAssociation();
  return (
    <>
      <PageMeta
        title="Refund policy"
        description={`When you get your money back from ${association.name}: the 30-day guarantee of the annual plan, monthly plans, tournament entries and the bootcamp.`}
        path={pathTo('refunds')}
      />
      <LegalPage
        page="refunds"
        title="Refund policy"
        short="Thirty days to change your mind about a year. A month ends when you say so. Places are refunded as long as somebody else can still have them."
        clauses={REFUNDS}
      />
    </>
  );
}

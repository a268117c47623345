import { ContactSupport } from '../../../components/contact-support.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ExternalLinkButton } from '../../../components/ui/link-button.tsx';
import { useAssociation } from '../../../lib/association.ts';

/** Two ways to reach a person. */
export const NeedHelp = () => {
  const association = useAssociation();
  return (
    <Card title="Need Help?">
      <p>Questions about a charge, an invoice or your plan? Write to us; a person answers within 24 hours.</p>
      <ContactSupport />
      <ExternalLinkButton href={`mailto:${association.billingEmail}`} variant="quiet">
        Email Billing Support
      </ExternalLinkButton>
    </Card>
  );
};

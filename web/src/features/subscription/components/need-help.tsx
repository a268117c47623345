import { ContactSupport } from '../../../components/contact-support.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ExternalLinkButton } from '../../../components/ui/link-button.tsx';
import { association } from '../../../config/association.ts';

/** Two ways to reach a person. */
export const NeedHelp = () => (
  <Card title="Need Help?">
    <p>Questions about a charge, an invoice or your plan? Write to us; a person answers within 24 hours.</p>
    <ContactSupport />
    <ExternalLinkButton href={`mailto:${association.billingEmail}`} variant="quiet">
      Email Billing Support
    </ExternalLinkButton>
  </Card>
);

import { Lead, PageTitle } from '../../../components/page/page-title.tsx';
import { JsonLd } from '../../../components/ui/json-ld.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { HelpCards } from '../../../features/contact/components/help-cards.tsx';
import { MessageForm } from '../../../features/contact/components/message-form.tsx';
import { Options } from '../../../features/contact/components/options.tsx';
import { Topics } from '../../../features/contact/components/topics.tsx';
import { organization } from '../../../components/structured-data/organization.ts';
import styles from './contact.module.css';

export default function Contact() {
  const association = useAssociation();
  return (
    <>
      <PageMeta
        title="Contact us"
        description={`Write to ${association.name} about membership, sessions, tournaments or your account. We reply within 24 hours; a person reads every message.`}
        path={pathTo('contact')}
        card="contact"
      />
      <JsonLd data={{ '@type': 'ContactPage', name: 'Contact us', mainEntity: organization(association) }} />
      <div className={`page ${styles['editor']}`}>
        <div>
          <div className={styles['words']}>
            <PageTitle>We are listening.</PageTitle>
            <Lead>It is half of what we teach. Ask, complain, or tell us how your speech went.</Lead>
          </div>
          <MessageForm />
        </div>
        <Options />
      </div>
      <Topics />
      <HelpCards />
    </>
  );
}

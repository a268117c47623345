import { Lead, PageTitle } from '../../../components/page/page-title.tsx';
import { usePageText } from '../../../components/site-texts/use-page-text.ts';
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
  const { searchResult, opening, writeToUs, liveChat, questions, help } = usePageText('contactPage');
  return (
    <>
      <PageMeta {...searchResult} path={pathTo('contact')} card="contact" />
      <JsonLd data={{ '@type': 'ContactPage', name: searchResult.title, mainEntity: organization(association) }} />
      <div className={`page ${styles['editor']}`}>
        <div>
          <div className={styles['words']}>
            <PageTitle>{opening.title}</PageTitle>
            <Lead>{opening.lead}</Lead>
          </div>
          <MessageForm />
        </div>
        <Options writeToUs={writeToUs} liveChat={liveChat} />
      </div>
      <Topics {...questions} />
      <HelpCards {...help} />
    </>
  );
}

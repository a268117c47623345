import type { PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import { useAssociation } from '../../../lib/association.ts';
import styles from './options.module.css';

/** The ways to reach a person, as lines of a program. */
export const Options = ({ writeToUs, liveChat }: Pick<PublicSiteTexts['contactPage'], 'writeToUs' | 'liveChat'>) => {
  const association = useAssociation();
  return (
    <dl className={styles['options']}>
      <div>
        <dt>Write to us</dt>
        <dd>
          {writeToUs.text} <strong>{writeToUs.promise}</strong>
        </dd>
      </div>
      <div>
        <dt>Email</dt>
        <dd>
          <a href={`mailto:${association.supportEmail}`}>{association.supportEmail}</a>
          {association.billingEmail !== association.supportEmail && (
            <>
              <br />
              For invoices: <a href={`mailto:${association.billingEmail}`}>{association.billingEmail}</a>
            </>
          )}
        </dd>
      </div>
      {liveChat.hours !== '' && (
        <div>
          <dt>Live chat</dt>
          <dd>
            <strong>{liveChat.hours}</strong> {liveChat.text}
          </dd>
        </div>
      )}
    </dl>
  );
};

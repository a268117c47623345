import { useAssociation } from '../../../lib/association.ts';
import styles from './options.module.css';

/** The ways to reach a person, as lines of a program. */
export const Options = () => {
  const association = useAssociation();
  return (
    <dl className={styles['options']}>
      <div>
        <dt>Write to us</dt>
        <dd>
          With the form on this page, at any hour. <strong>We reply within 24 hours.</strong>
        </dd>
      </div>
      <div>
        <dt>Email</dt>
        <dd>
          <a href={`mailto:${association.supportEmail}`}>{association.supportEmail}</a>
          <br />
          For invoices: <a href={`mailto:${association.billingEmail}`}>{association.billingEmail}</a>
        </dd>
      </div>
      <div>
        <dt>Live chat</dt>
        <dd>
          <strong>Monday to Friday, 9 AM to 5 PM EST.</strong> In these hours a person answers messages as they arrive.
          Begin with the form on this page; the conversation goes on by email.
        </dd>
      </div>
    </dl>
  );
};

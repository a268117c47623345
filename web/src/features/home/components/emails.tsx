import { KitDrawing } from '../../../components/art/kit-drawing.tsx';
import { NewsletterBox } from '../../../components/newsletter/newsletter-box.tsx';
import { useAssociation } from '../../../lib/association.ts';
import styles from './emails.module.css';
import { StarterKitButton } from './starter-kit-button.tsx';

/** Two things for those who are not ready to join: the email on one side of the sheet, the starter kit on the other. */
export const Emails = () => {
  const association = useAssociation();
  return (
    <section className={`page ${styles['section']}`} aria-labelledby="emails-title">
      <div className={styles['sheet']}>
        <div className={styles['email']}>
          <h2 id="emails-title">An email from {association.name}</h2>
          <p>
            New articles, tournament dates and a motion to argue about at dinner. Every issue has an unsubscribe link.
          </p>
          <NewsletterBox source="homepage" />
        </div>
        <div className={styles['kit']}>
          <h2>The starter kit</h2>
          <p>A plan for your first four weeks of speaking, with twelve topics and a flow sheet to print.</p>
          <StarterKitButton />
          <KitDrawing />
        </div>
      </div>
    </section>
  );
};

import type { PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import { KitDrawing } from '../../../components/art/kit-drawing.tsx';
import { NewsletterBox } from '../../../components/newsletter/newsletter-box.tsx';
import styles from './emails.module.css';
import { StarterKitButton } from './starter-kit-button.tsx';

/** Two things for those who are not ready to join: the email on one side of the sheet, the starter kit on the other. */
export const Emails = ({ newsletter, starterKit }: Pick<PublicSiteTexts['homePage'], 'newsletter' | 'starterKit'>) => (
  <section className={`page ${styles['section']}`} aria-labelledby="emails-title">
    <div className={styles['sheet']}>
      <div className={styles['email']}>
        <h2 id="emails-title">{newsletter.title}</h2>
        <p>{newsletter.text}</p>
        <NewsletterBox source="homepage" />
      </div>
      <div className={styles['kit']}>
        <h2>{starterKit.title}</h2>
        <p>{starterKit.text}</p>
        <StarterKitButton />
        <KitDrawing />
      </div>
    </div>
  </section>
);

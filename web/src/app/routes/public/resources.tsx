import { Link } from 'react-router-dom';
import { NewsletterBox } from '../../../components/newsletter/newsletter-box.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { Documents } from '../../../features/resources/components/documents.tsx';
import { Library } from '../../../features/resources/components/library.tsx';
import { useHashTarget } from '../../../lib/use-hash-target.ts';
import styles from './resources.module.css';

export default function Resources() {
  const association = useAssociation();
  useHashTarget();
  return (
    <>
      <PageMeta
        title="Resources"
        description={`Articles on public speaking and debate from ${association.name}: nerves, arguments, flow, tournaments. With guides, rules and sheets to download.`}
        path={pathTo('resources')}
        card="resources"
      />
      <Library />
      <Documents />
      <div className={`page ${styles['wrap']}`}>
        <section className={styles['email']} aria-labelledby="email-title">
          <div>
            <h2 id="email-title">The next one, by email</h2>
            <p>
              An email when there is something new to read. Every one of them has an unsubscribe link.{' '}
              <Link to={pathTo('newsletters')}>Read earlier ones</Link>
            </p>
          </div>
          <NewsletterBox source="resources" />
        </section>
      </div>
    </>
  );
}

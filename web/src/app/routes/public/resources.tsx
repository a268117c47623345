import { Link } from 'react-router-dom';
import { NewsletterBox } from '../../../components/newsletter/newsletter-box.tsx';
import { usePageText } from '../../../components/site-texts/use-page-text.ts';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { pathTo } from '../../../config/paths.ts';
import { Documents } from '../../../features/resources/components/documents.tsx';
import { Library } from '../../../features/resources/components/library.tsx';
import { useHashTarget } from '../../../lib/use-hash-target.ts';
import styles from './resources.module.css';

export default function Resources() {
  const { searchResult, opening, documents, newsletter } = usePageText('resourcesPage');
  useHashTarget();
  return (
    <>
      <PageMeta {...searchResult} path={pathTo('resources')} card="resources" />
      <Library {...opening} />
      <Documents {...documents} />
      <div className={`page ${styles['wrap']}`}>
        <section className={styles['email']} aria-labelledby="email-title">
          <div>
            <h2 id="email-title">{newsletter.title}</h2>
            <p>
              {newsletter.text} <Link to={pathTo('newsletters')}>Read earlier ones</Link>
            </p>
          </div>
          <NewsletterBox source="resources" />
        </section>
      </div>
    </>
  );
}

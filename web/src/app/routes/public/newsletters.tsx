import { useSearchParams } from 'react-router-dom';
import { NewsletterBox } from '../../../components/newsletter/newsletter-box.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { association } from '../../../config/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { NewsletterLetter } from '../../../features/newsletters/components/newsletter-letter.tsx';
import { NewsletterList } from '../../../features/newsletters/components/newsletter-list.tsx';
import styles from '../../../features/newsletters/components/newsletters.module.css';
import { useHydrated } from '../../../lib/use-hydrated.ts';

/** The letters of the newsletter that everybody may read: all of them, or the one that `?letter=` names. */
export default function Newsletters() {
  const [params] = useSearchParams();
  // Written ahead without an address behind its path.
  const letter = useHydrated() ? params.get('letter') : null;
  return (
    <div className={`page ${styles['page']}`}>
      {letter === null ? (
        <>
          <PageMeta
            title="Newsletters"
            description={`What ${association.name} wrote to the readers of its newsletter: tournaments, meetings and things to read about debate.`}
            path={pathTo('newsletters')}
          />
          <PageHeader title="Newsletters" lead="What we wrote to the readers of our newsletter, to read here." />
          <NewsletterList />
        </>
      ) : (
        <NewsletterLetter key={letter} id={letter} />
      )}
      <section className={styles['box']} aria-labelledby="letter-title">
        <h2 id="letter-title">The next one, by mail</h2>
        <p>Every letter has a link that ends it.</p>
        <NewsletterBox source="resources" />
      </section>
    </div>
  );
}

import { usePageText } from '../../../components/site-texts/use-page-text.ts';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { pathTo } from '../../../config/paths.ts';
import { NewsletterList } from '../../../features/newsletters/components/newsletter-list.tsx';
import styles from '../../../features/newsletters/components/newsletters.module.css';
import { NextNewsletter } from '../../../features/newsletters/components/next-newsletter.tsx';

/** The emails of the newsletter that everybody may read. */
export default function Newsletters() {
  const { searchResult, opening } = usePageText('newslettersPage');
  return (
    <div className={`page ${styles['page']}`}>
      <PageMeta {...searchResult} path={pathTo('newsletters')} />
      <PageHeader {...opening} />
      <NewsletterList />
      <NextNewsletter />
    </div>
  );
}

import { PageHeader } from '../../../components/ui/page-header.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { NewsletterList } from '../../../features/newsletters/components/newsletter-list.tsx';
import styles from '../../../features/newsletters/components/newsletters.module.css';
import { NextNewsletter } from '../../../features/newsletters/components/next-newsletter.tsx';

/** The emails of the newsletter that everybody may read. */
export default function Newsletters() {
  const association = useAssociation();
  return (
    <div className={`page ${styles['page']}`}>
      <PageMeta
        title="Newsletters"
        description={`What ${association.name} wrote to the readers of its newsletter: tournaments, meetings and things to read about debate.`}
        path={pathTo('newsletters')}
      />
      <PageHeader title="Newsletters" lead="What we wrote to the readers of our newsletter, to read here." />
      <NewsletterList />
      <NextNewsletter />
    </div>
  );
}

import { usePageText } from '../../../components/site-texts/use-page-text.ts';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { pathTo } from '../../../config/paths.ts';
import { TournamentsPage } from '../../../features/tournaments/components/tournaments-page.tsx';
import { useHashTarget } from '../../../lib/use-hash-target.ts';

export default function Tournaments() {
  const { searchResult, ...texts } = usePageText('tournamentsPage');
  useHashTarget();
  return (
    <>
      <PageMeta path={pathTo('tournaments')} card="tournaments" {...searchResult} />
      <TournamentsPage {...texts} />
    </>
  );
}

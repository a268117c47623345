import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { pathTo } from '../../../config/paths.ts';
import { TournamentsPage } from '../../../features/tournaments/components/tournaments-page.tsx';
import { useHashTarget } from '../../../lib/use-hash-target.ts';

export default function Tournaments() {
  useHashTarget();
  return (
    <>
      <PageMeta
        path={pathTo('tournaments')}
        card="tournaments"
        title="Tournaments"
        description="Four virtual speech and debate tournaments a year for adults: four events, two divisions, written feedback. $40 per tournament, less for members."
      />
      <TournamentsPage />
    </>
  );
}

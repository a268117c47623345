import { PeoplePage } from '../../../../features/admin/components/people/people-page.tsx';

export default function People() {
  return <PeoplePage />;
}

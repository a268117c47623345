import { PeoplePage } from '../../../../features/people/components/people-page.tsx';

export default function People() {
  return <PeoplePage />;
}

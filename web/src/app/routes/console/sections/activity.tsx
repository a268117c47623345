import { ActivityList } from '../../../../features/administrators/components/activity-list.tsx';

export default function Activity() {
  return <ActivityList />;
}

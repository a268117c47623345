import { ActivityList } from '../../../../features/admin/components/activity-list.tsx';

export default function Activity() {
  return <ActivityList />;
}

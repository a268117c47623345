import { QueuesPage } from '../../../../features/admin/components/queues/queues-page.tsx';

export default function Queues() {
  return <QueuesPage />;
}

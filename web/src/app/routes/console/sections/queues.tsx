import { QueuesPage } from '../../../../features/queues/components/queues-page.tsx';

export default function Queues() {
  return <QueuesPage />;
}

import { WorkshopList } from '../../../../features/registrations/components/workshop-list.tsx';

export default function Workshops() {
  return <WorkshopList />;
}

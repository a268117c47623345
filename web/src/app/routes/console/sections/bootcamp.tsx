import { BootcampList } from '../../../../features/registrations/components/bootcamp-list.tsx';

export default function Bootcamp() {
  return <BootcampList />;
}

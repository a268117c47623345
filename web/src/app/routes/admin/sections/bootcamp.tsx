import { BootcampList } from '../../../../features/admin/components/bootcamp-list.tsx';

export default function Bootcamp() {
  return <BootcampList />;
}

import { AdministratorsPage } from '../../../../features/admin/components/administrators/administrators-page.tsx';

export default function Administrators() {
  return <AdministratorsPage />;
}

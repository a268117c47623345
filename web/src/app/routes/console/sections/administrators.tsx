import { AdministratorsPage } from '../../../../features/administrators/components/administrators-page.tsx';

export default function Administrators() {
  return <AdministratorsPage />;
}

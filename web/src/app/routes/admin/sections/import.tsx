import { ImportPage } from '../../../../features/admin/components/import-page.tsx';

export default function Import() {
  return <ImportPage />;
}

import { ImportPage } from '../../../../features/imports/components/import-page.tsx';

export default function Import() {
  return <ImportPage />;
}

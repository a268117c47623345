import { FiguresPage } from '../../../../features/admin/components/figures/figures-page.tsx';

export default function Figures() {
  return <FiguresPage />;
}

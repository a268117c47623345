import { DocumentsSection } from '../../../../features/documents/components/documents-section.tsx';

export default function Documents() {
  return <DocumentsSection />;
}

import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { UndoEmailChange } from '../../../features/auth/components/undo-email-change.tsx';

export default function UndoEmailChangeRoute() {
  return (
    <>
      <PageMeta
        title="Undo the email change"
        description="Get your account back under the email that it had before."
        isPrivate
      />
      <UndoEmailChange />
    </>
  );
}

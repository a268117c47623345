import type { DocumentListing } from '@lectern/contracts/content/model';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../../components/ui/button.tsx';
import { DownloadIcon } from '../../../components/ui/action-icons.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { isActive, useMember } from '../../../lib/member-context.ts';
import { toast } from '../../../lib/toast-store.ts';
import { linkToDocument } from '../api/open-document.ts';

/** Downloads a document that is for active members: requests a link and opens it. The browser saves the file, so the page stays. */
export const MembersDocumentButton = ({ document }: { document: DocumentListing }) => {
  const { user, refresh } = useMember();
  const { mutate, isPending } = useMutation({
    mutationFn: () => linkToDocument(document.key),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => {
      toast({
        title: 'Download failed',
        description: messageOr(error, 'The connection failed. Please try again.'),
        variant: 'destructive',
      });
      // The membership may have ended. The page then says so.
      refresh();
    },
  });
  if (!isActive(user)) {
    return (
      <Button size="small" disabled>
        Members only
      </Button>
    );
  }
  return (
    <Button
      size="small"
      onClick={() => mutate()}
      busy={isPending}
      busyLabel="Opening..."
      aria-label={`Download ${document.title}`}
    >
      <DownloadIcon />
      Download
    </Button>
  );
};

import type { AdminAction } from '@lectern/contracts/identity/model';
import { describeAction, describeDetails } from '../../../components/console/action-details.ts';
import { originInWords } from '../../../components/console/origin-in-words.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { formatDateTime } from '../../../lib/format.ts';

const Everything = ({ action }: { action: AdminAction }) => {
  const { address, browser } = originInWords(action);
  return (
    <Stack gap={3}>
      <p>
        {action.adminName}, {formatDateTime(action.createdAt)}
      </p>
      <p className="breakable">{describeDetails(action.details) || 'No values were recorded.'}</p>
      <p className="breakable">
        {[address, browser].filter((part) => part !== '').join(', ')}
        {action.userAgent !== null && ` (${action.userAgent})`}
      </p>
    </Stack>
  );
};

/** Everything that was recorded of an action, of which the list shows one line. */
export const ActionDialog = ({ action, onClose }: { action: AdminAction | null; onClose: () => void }) => (
  <Dialog
    open={action !== null}
    onClose={onClose}
    title={action === null ? '' : describeAction(action.action)}
    footer={<Button onClick={onClose}>Close</Button>}
  >
    {action !== null && <Everything action={action} />}
  </Dialog>
);

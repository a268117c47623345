import { useQuery } from '@tanstack/react-query';
import { buttonClass } from '../../../components/ui/button-class.ts';
import { Menu, MenuItem } from '../../../components/ui/menu.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { cannedRepliesQuery } from '../api/canned-replies.ts';

/** A menu of the canned replies. The way to their page leads back to the conversation. */
export const InsertCannedReply = ({
  conversation,
  onInsert,
}: {
  conversation: string;
  onInsert: (text: string) => void;
}) => {
  const { data } = useQuery(cannedRepliesQuery);
  return (
    <Menu label="Insert a canned reply" trigger="Insert a canned reply" triggerClass={buttonClass({})}>
      {() => (
        <>
          {data?.items.map(({ id, name, reply }) => (
            <MenuItem key={id} onSelect={() => onInsert(reply)}>
              {name}
            </MenuItem>
          ))}
          <MenuItem to={adminSectionPath('canned-replies', { conversation })}>
            {data?.items.length === 0 ? 'Write the first one' : 'Edit canned replies'}
          </MenuItem>
        </>
      )}
    </Menu>
  );
};

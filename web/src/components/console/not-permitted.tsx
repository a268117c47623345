import { onlyMay, type Permission, ROLE_WORDS } from '@lectern/contracts/identity/permission';
import { pathTo } from '../../config/paths.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { EmptyState } from '../ui/states.tsx';
import { useAdmin } from './use-admin.ts';

/** In place of a page that the role does not include: says who may open it. */
export const NotPermitted = ({ permission }: { permission: Permission }) => {
  const { role } = useAdmin();
  return (
    <EmptyState
      title="Your role does not include this page"
      actions={<LinkButton to={pathTo('admin')}>Go to the dashboard</LinkButton>}
    >
      {onlyMay(permission)} Your role is {ROLE_WORDS[role].name.toLowerCase()}. An owner of the association can change
      it.
    </EmptyState>
  );
};

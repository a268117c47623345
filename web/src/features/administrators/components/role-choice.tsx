import { ROLE_WORDS } from '@lectern/contracts/identity/permission';
import { STAFF_ROLES } from '@lectern/contracts/identity/staff-role';
import type { ComponentProps } from 'react';
import { DescribedChoice } from '../../../components/console/described-choice.tsx';

type Props = Omit<ComponentProps<typeof DescribedChoice>, 'legend' | 'choices'>;

const ROLES = STAFF_ROLES.map((role) => ({ value: role, name: ROLE_WORDS[role].name, text: ROLE_WORDS[role].purpose }));

/** The six roles, each with a sentence about its use. */
export const RoleChoice = (props: Props) => <DescribedChoice legend="Role" choices={ROLES} {...props} />;

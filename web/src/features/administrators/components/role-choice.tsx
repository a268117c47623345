import { ROLE_WORDS } from '@lectern/contracts/identity/permission';
import { STAFF_ROLES } from '@lectern/contracts/identity/staff-role';
import { useId, type ComponentProps } from 'react';
import { FieldError } from '../../../components/ui/field-frame.tsx';
import styles from './role-choice.module.css';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'value'> {
  error?: string | undefined;
}

/** The six roles, each with a sentence about its use. */
export const RoleChoice = ({ error, ...rest }: Props) => {
  const id = useId();
  return (
    <fieldset className={styles['roles']} aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend>Role</legend>
      {STAFF_ROLES.map((role) => (
        <div key={role} className={styles['role']}>
          <label>
            <input type="radio" value={role} aria-describedby={`${id}-${role}`} {...rest} />
            {ROLE_WORDS[role].name}
          </label>
          <p id={`${id}-${role}`}>{ROLE_WORDS[role].purpose}</p>
        </div>
      ))}
      <FieldError controlId={id} message={error} />
    </fieldset>
  );
};

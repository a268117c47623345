import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { Association } from '@lectern/service-kit/association/association';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { isCommonPassword, isMadeOf } from './common-passwords.ts';

/** The person who gets the password. */
export interface PasswordHolder {
  readonly email: string;
  readonly names: readonly string[];
}

const OF_THE_HOLDER =
  'This password can be guessed from your name, your email or the name of this site. Please choose another.';

/**
 * Refuses a new password that is among the first ones that anyone tries: `password_common`, on the field that it was typed into. Existing
 * passwords are not checked, so that nobody is locked out. Passwords are not sent to any other service, so passwords of single leaks are
 * not known here.
 */
@Injectable()
export class NewPasswordCheck {
  constructor(private readonly association: Association) {}

  async refuseGuessable(
    password: string,
    holder: PasswordHolder,
    { field = 'password', tx = null }: { field?: 'password' | 'newPassword'; tx?: Transaction | null } = {},
  ): Promise<void> {
    if (isCommonPassword(password)) {
      const error = new DomainError('password_common');
      throw new DomainError('password_common', { fields: { [field]: error.message } });
    }
    const { name } = await this.association.current(tx);
    if (isMadeOf([name, holder.email, ...holder.names], password)) {
      throw new DomainError('password_common', { message: OF_THE_HOLDER, fields: { [field]: OF_THE_HOLDER } });
    }
  }
}

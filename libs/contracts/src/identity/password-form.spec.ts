import { describe, expect, it } from 'vitest';
import { fieldErrors } from '../errors.ts';
import { changePasswordForm } from './http.ts';
import { passwordForm } from './password-form.ts';

describe('the password form', () => {
  const errorsOf = (currentPassword: string, newPassword: string, confirmPassword: string) => {
    const parsed = passwordForm(changePasswordForm).safeParse({ currentPassword, newPassword, confirmPassword });
    return parsed.success ? {} : fieldErrors(parsed.error);
  };

  it('takes a present password and a new one, typed twice', () => {
    expect(errorsOf('old', 'long enough', 'long enough')).toEqual({});
  });

  it.each([
    [['', 'long enough', 'long enough'], { currentPassword: 'Current password is required' }],
    [['old', '1234567', '1234567'], { newPassword: 'Password must be at least 8 characters' }],
    [['old', 'long enough', ''], { confirmPassword: 'Please confirm your password' }],
    [['old', 'long enough', 'other enough'], { confirmPassword: "Passwords don't match" }],
  ] as const)('says what is wrong with %j', ([current, next, confirm], errors) => {
    expect(errorsOf(current, next, confirm)).toEqual(errors);
  });
});

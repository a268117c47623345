import { describe, expect, it } from 'vitest';
import { registerForm } from '@lectern/contracts/billing/http';
import { loginForm } from '../features/auth/login-form-schema.ts';
import { contractResolver } from './form.ts';

const options = { fields: {}, shouldUseNativeValidation: false };
const messages = async (schema: Parameters<typeof contractResolver>[0], values: Record<string, unknown>) => {
  const { errors } = await contractResolver(schema)(values, undefined, options);
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message]));
};

const valid = {
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: 'Lovelace',
  password: 'long enough',
  confirmPassword: 'long enough',
  plan: 'monthly',
};

describe('the register form', () => {
  it('takes valid values', async () => {
    expect(await messages(registerForm, valid)).toEqual({});
  });

  it('shows the specified message at every broken field', async () => {
    expect(
      await messages(registerForm, { ...valid, email: 'ada', firstName: ' ', lastName: '', password: 'short' }),
    ).toMatchObject({
      email: 'Please enter a valid email address',
      firstName: 'First name is required',
      lastName: 'Last name is required',
      password: 'Password must be at least 8 characters',
    });
  });

  it('says at the confirmation that the passwords differ', async () => {
    expect(await messages(registerForm, { ...valid, confirmPassword: 'other' })).toEqual({
      confirmPassword: "Passwords don't match",
    });
  });
});

describe('the login form', () => {
  it('asks for six characters', async () => {
    expect(await messages(loginForm, { email: 'ada@example.org', password: '12345' })).toEqual({
      password: 'Password must be at least 6 characters',
    });
    expect(await messages(loginForm, { email: 'ada@example.org', password: '123456' })).toEqual({});
  });
});

import { loginBody } from '@lectern/contracts/identity/http';
import * as z from 'zod/mini';

/** The member login form asks for 6 characters (specification, section 5), where the route asks for 1. */
export const loginForm = z.strictObject({
  email: loginBody.shape.email,
  password: loginBody.shape.password.check(z.minLength(6, 'Password must be at least 6 characters')),
});

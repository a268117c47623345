import { login } from '@lectern/contracts/identity/http';
import { call, type BodyOf } from '../../../lib/api-client.ts';

export const logIn = (body: BodyOf<typeof login>) => call(login, { body });

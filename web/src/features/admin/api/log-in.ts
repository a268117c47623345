import { adminLogin } from '@lectern/contracts/identity/http';
import { call, type BodyOf } from '../../../lib/api-client.ts';

export const logInAdmin = (body: BodyOf<typeof adminLogin>) => call(adminLogin, { body });

import { bootcampForm } from '@lectern/contracts/registrations/http';
import { contractResolver } from '../../../lib/form.ts';

export const resolver = contractResolver(bootcampForm);

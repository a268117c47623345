import { bootcampForm } from '@lectern/contracts/billing/http';
import { contractResolver } from '../../../lib/form.ts';

export const resolver = contractResolver(bootcampForm);

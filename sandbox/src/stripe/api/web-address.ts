import { urlOf } from '@lectern/contracts/url';

/** Whether people may be sent there: an absolute http or https address. */
export const isWebAddress = (text: string): boolean => /^https?:$/.test(urlOf(text)?.protocol ?? '');

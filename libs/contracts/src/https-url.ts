import { urlOf } from './url.ts';

/** Without a user before the host, which looks like the host to a reader. */
const HTTPS_URL = /^https:\/\/[^/?#@\\\s\p{Cc}]+([/?#][^\\\s\p{Cc}]*)?$/iu;

/** Whether this is an https URL that every parser and every reader takes for the same place. */
export const isHttpsUrl = (url: string): boolean => HTTPS_URL.test(url) && urlOf(url) !== null;

import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { emailSamples, type EmailSample, type EmailSamplesModule } from '@lectern/contracts/messaging/email-samples';

export interface EmailSamplesOptions {
  /** The module that makes them, as messaging builds it; none are shown without. */
  file: string | undefined;
  /** Where their links lead. */
  siteUrl: string;
}

/**
 * Every email that Lectern can send, made by the code that sends it. The module is loaded with the first
 * request, and stays loaded: after a new build the sandbox is started again.
 * @throws Error when the module is not there or answers something else
 */
export const loadEmailSamples = async ({ file, siteUrl }: EmailSamplesOptions): Promise<EmailSample[]> => {
  if (file === undefined) return [];
  const module = (await import(pathToFileURL(file).href)) as EmailSamplesModule;
  return emailSamples.parse(module.emailSamples(siteUrl));
};

export const isModulePath = (file: string): boolean => isAbsolute(file) && /\.m?js$/.test(file);

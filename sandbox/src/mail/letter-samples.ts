import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  letterSamples,
  type LetterSample,
  type LetterSamplesModule,
} from '@lectern/contracts/messaging/letter-samples';

export interface LetterSamplesOptions {
  /** The module that makes them, as messaging builds it; none are shown without. */
  file: string | undefined;
  /** Where their links lead. */
  siteUrl: string;
}

/**
 * Every letter that Lectern can send, made by the code that sends it. The module is loaded when somebody looks for the first
 * time, and stays: after a new build the sandbox is started again.
 * @throws Error when the module is not there or answers something else
 */
export const loadLetterSamples = async ({ file, siteUrl }: LetterSamplesOptions): Promise<LetterSample[]> => {
  if (file === undefined) return [];
  const module = (await import(pathToFileURL(file).href)) as LetterSamplesModule;
  return letterSamples.parse(module.letterSamples(siteUrl));
};

export const isModulePath = (file: string): boolean => isAbsolute(file) && /\.m?js$/.test(file);

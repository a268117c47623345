// Built as a module of its own, which the sandbox loads to show every email. No process of messaging runs it.
export { emailSamples } from './samples/email-samples.ts';

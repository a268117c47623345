// Built as a module of its own, which the sandbox loads to show every letter. No process of messaging runs it.
export { letterSamples } from './letter/samples/letter-samples.ts';

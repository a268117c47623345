import type { StartWith } from '@lectern/contracts/start-with';
import { SETUP_STEPS } from '@lectern/contracts/system/setup-http';

export interface SetupFields {
  readonly setupId: string;
  readonly code: string;
  readonly name: string;
  readonly fullName: string;
  readonly founded: string;
  readonly supportEmail: string;
  readonly timeZone: string;
  readonly color: string;
  readonly secondColor: string;
  readonly yourName: string;
  readonly email: string;
  readonly password: string;
  readonly confirmPassword: string;
  readonly startWith: StartWith | null;
}

export type SetupField = keyof SetupFields;
export type SetupStep = keyof typeof SETUP_STEPS | 'summary';

const fieldsOf = (step: keyof typeof SETUP_STEPS): SetupField[] => Object.keys(SETUP_STEPS[step].shape) as SetupField[];

/** The steps in their order, with the fields of each. */
export const STEPS: readonly { readonly step: SetupStep; readonly title: string; readonly fields: SetupField[] }[] = [
  { step: 'code', title: 'Setup code', fields: fieldsOf('code') },
  { step: 'association', title: 'Association', fields: fieldsOf('association') },
  { step: 'colors', title: 'Colors', fields: fieldsOf('colors') },
  { step: 'administrator', title: 'First administrator', fields: fieldsOf('administrator') },
  { step: 'content', title: 'Content', fields: fieldsOf('content') },
  { step: 'summary', title: 'Summary', fields: [] },
];

/** The number of the first step that has one of these fields; undefined where none has. */
export const stepWith = (fields: readonly string[]): number | undefined => {
  const index = STEPS.findIndex((step) => step.fields.some((field) => fields.includes(field)));
  return index === -1 ? undefined : index;
};

import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** The message of the error at a path of a form; undefined without one. */
export const messageAt = ({ getFieldState, formState }: UseFormReturn<FieldValues>, path: string): string | undefined =>
  getFieldState(path, formState).error?.message;

import { createContext } from 'react';

/** In a dialog with a form: passes it the function that deletes the draft of the form, where it keeps one. */
export const FormDialogContext = createContext<((forget: (() => void) | null) => void) | null>(null);

export const WORKSHOP_GONE = 'There is no such workshop.';

/** The process's logger (pino). */
export const LOGGER = Symbol('logger');

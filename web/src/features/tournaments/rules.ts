/** The rules as a PDF, which the server has. */
export const RULES_ADDRESS = '/api/documents/tournament-rules';

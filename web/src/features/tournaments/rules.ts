/** The path of the rules as a PDF on the server. */
export const RULES_ADDRESS = '/api/documents/tournament-rules';

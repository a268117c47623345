export function missingPrecondition(root: string, nodeVersion?: string): string | undefined;

export function sourceStamp(root: string): string;
export function isBuilt(root: string, stamp: string): boolean;
export function saveStamp(root: string, stamp: string): void;

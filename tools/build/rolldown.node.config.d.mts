import type { RolldownOptions } from 'rolldown';

declare const config: RolldownOptions;
export default config;
export const OWN: RegExp;
export function isOutside(id: string): boolean;
export function fileOfPackage(name: string): string;

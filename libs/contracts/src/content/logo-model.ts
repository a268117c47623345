import * as z from 'zod/mini';
import { logoId } from './association-profile.ts';

/** The largest file of a logo. */
export const LOGO_BYTES_MAX = 1024 * 1024;

/** The longer side of a stored logo, in pixels. */
export const LOGO_PIXELS = 512;

/** The types of files that staff may upload. A file is judged by its contents, whatever its name and type say. */
export const LOGO_TYPES = ['image/png', 'image/webp'] as const;

/** A stored logo, a PNG. */
export const storedLogo = z.object({ id: logoId, width: z.number(), height: z.number() });

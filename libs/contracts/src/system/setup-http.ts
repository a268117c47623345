import * as z from 'zod/mini';
import { associationProfile } from '../content/association-profile.ts';
import { acknowledgement, MESSAGES, newAdminPassword, passwordsMatch, personName, requiredEmail } from '../fields.ts';
import { PROMPTS } from '../prompts.ts';
import { route } from '../route.ts';
import { startWith } from '../start-with.ts';

/*
 * The first start of an installation without an administrator. The holder of the setup code, which identity writes to its log, enters what the
 * association is and becomes its first owner. From then on these routes answer `route_unknown`.
 */

const NO_CODE = 'Enter the setup code';
const code = z
  .string({ error: NO_CODE })
  .check(z.trim(), z.minLength(1, NO_CODE), z.maxLength(100, { error: MESSAGES.tooLong }));
const { name, fullName, founded, supportEmail, timeZone, color, secondColor } = associationProfile.shape;

/** The fields of each step of the assistant, in its order. */
export const SETUP_STEPS = {
  code: z.strictObject({ code }),
  association: z.strictObject({ name, fullName, founded, supportEmail, timeZone }),
  colors: z.strictObject({ color, secondColor }),
  administrator: z
    .strictObject({
      yourName: personName(PROMPTS.name),
      email: requiredEmail(PROMPTS.email),
      password: newAdminPassword(),
      confirmPassword: z.string({ error: MESSAGES.passwordsDiffer }),
    })
    .check(passwordsMatch()),
  content: z.strictObject({ startWith }),
} as const;

export const setupForm = z
  .strictObject({
    /** Random, of one browser's form: its repeated requests finish one setup, and another browser waits meanwhile. */
    setupId: z.string({ error: 'Reload the page' }).check(z.regex(/^[0-9a-f]{32}$/, 'Reload the page')),
    ...SETUP_STEPS.code.shape,
    ...SETUP_STEPS.association.shape,
    ...SETUP_STEPS.colors.shape,
    ...SETUP_STEPS.administrator.shape,
    ...SETUP_STEPS.content.shape,
  })
  .check(passwordsMatch());

/** `code_wrong`. Changes nothing. */
export const checkSetupCode = route({
  method: 'POST',
  path: '/api/admin/setup/code',
  audience: 'public',
  rateLimit: 'write',
  body: SETUP_STEPS.code,
  response: acknowledgement,
});

/**
 * Saves the profile, keeps or removes the sample content, and makes the first administrator, in this order: where something fails, the setup
 * stays open and the request can be repeated, also with other contents. Repeated after its success with the same administrator, it answers
 * the same. `code_wrong`, `password_common`; `setup_under_way` while another browser finishes.
 */
export const finishSetup = route({
  method: 'POST',
  path: '/api/admin/setup',
  audience: 'public',
  rateLimit: 'write',
  body: setupForm,
  response: acknowledgement,
});

import * as z from 'zod/mini';

/*
 * The parts of Zoom's answers that are used (https://developers.zoom.us/docs/api/meetings/#tag/cloud-recording). Nearly every
 * field may be missing: a file that is still being processed has no type, and uploaded recordings have no start.
 */

const optionalText = () => z.optional(z.nullable(z.string()));

export const zoomFile = z.object({
  file_type: optionalText(),
  recording_type: optionalText(),
  recording_start: optionalText(),
  play_url: optionalText(),
  /** `completed`, or `processing`. */
  status: optionalText(),
});

export const zoomMeeting = z.object({
  /** One occurrence of the meeting. */
  uuid: z.string().check(z.minLength(1)),
  /** Shared by all of its occurrences. */
  id: z.union([z.number(), z.string()]),
  host_id: optionalText(),
  topic: optionalText(),
  start_time: optionalText(),
  /** Minutes */
  duration: z.optional(z.nullable(z.number())),
  /** Opens a play URL without a prompt, as its parameter `pwd`. */
  recording_play_passcode: optionalText(),
  recording_files: z.optional(z.nullable(z.array(zoomFile))),
});
export type ZoomMeeting = z.output<typeof zoomMeeting>;

export const zoomMeetingPage = z.object({
  next_page_token: optionalText(),
  meetings: z.optional(z.nullable(z.array(zoomMeeting))),
});

export const zoomUser = z.object({ id: z.string(), created_at: optionalText() });

export const zoomToken = z.object({ access_token: z.string(), expires_in: z.number() });

export const zoomErrorBody = z.object({
  code: z.optional(z.number()),
  message: optionalText(),
  reason: optionalText(),
  error: optionalText(),
});

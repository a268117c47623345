/** The fields of the weekly session with the minutes of its three parts, in their order. */
export const SESSION_MINUTES = ['warmUpMinutes', 'mainActivityMinutes', 'feedbackMinutes'] as const;

/** Of the curriculum. */
export const CURRICULUM_WEEKS = 8;

/** Of a run of the Tournament Prep Bootcamp whose event names no other number (specification, section 9). */
export const BOOTCAMP_SEATS = 12;

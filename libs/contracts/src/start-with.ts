import * as z from 'zod/mini';

/**
 * The choice of content for a new site. `sample`: the articles, testimonials, team, announcements and events that the software ships with;
 * `empty`: none of them.
 */
export const startWith = z.enum(['sample', 'empty'], { error: 'Choose sample content or an empty site' });
export type StartWith = z.output<typeof startWith>;

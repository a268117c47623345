/** A campaign to the newsletter as an administrator might write it, with one personal field, a link and about 2 KB of text. */
export const EMAIL_TO_MANY = {
  name: 'News of the month',
  subject: 'Our arguments of this month, {{firstName|friend}}',
  content: `# This month\n\nDear {{firstName|friend}},\n\n${'Come and **argue** with us; bring a friend, and read [what it is about](https://example.com/more) before. '.repeat(20)}`,
  targetAudience: 'newsletter',
};

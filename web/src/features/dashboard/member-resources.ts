/** The resources for members, as the dashboard lists them. */
export const RESOURCES = [
  { name: 'Practice materials', items: ['Speech Structure Guide', 'Debate Flow Templates', 'Performance Rubrics'] },
  { name: 'Topic library', items: ['Monthly Topic Bank', 'Current Events Updates', 'Practice Scenarios'] },
  { name: 'Tournament prep', items: ['Competition Handbook', 'Registration Guide', 'Event Descriptions'] },
  { name: 'Community', items: ['The Discord community', 'Expert office hours', 'Session recordings'] },
] as const;

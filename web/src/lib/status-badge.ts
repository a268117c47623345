interface StatusBadge {
  tone: 'ok' | 'wait' | 'stop' | 'plain';
  label: string;
}

const BADGES: Record<string, StatusBadge> = {
  active: { tone: 'ok', label: 'Active' },
  paid: { tone: 'ok', label: 'Active' },
  sent: { tone: 'ok', label: 'Active' },
  paused: { tone: 'wait', label: 'Pending' },
  pending: { tone: 'wait', label: 'Pending' },
  draft: { tone: 'wait', label: 'Pending' },
  failed: { tone: 'stop', label: 'Failed' },
  cancelled: { tone: 'stop', label: 'Failed' },
};

/** Color and word of a stored status (specification, section 4, "Status badges"); any other value shows its raw text. */
export const statusBadge = (status: string): StatusBadge =>
  Object.hasOwn(BADGES, status) ? BADGES[status]! : { tone: 'plain', label: status };

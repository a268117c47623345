import { useState } from 'react';
import { Badge, StatusBadge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Outcome } from '../../../components/ui/outcome.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Spinner } from '../../../components/ui/spinner.tsx';
import { Stat, Stats } from '../../../components/ui/stat.tsx';
import { EmptyState, ErrorState, Notice } from '../../../components/ui/states.tsx';
import { Table, type Column } from '../../../components/ui/table.tsx';
import { Tabs } from '../../../components/ui/tabs.tsx';
import styles from './design.module.css';
import { Group } from './group.tsx';

interface Event {
  name: string;
  kind: string;
  minutes: number;
}

const EVENTS: readonly Event[] = [
  { name: 'Prepared Speech', kind: 'Prepared', minutes: 7 },
  { name: 'Prepared Acting', kind: 'Prepared', minutes: 7 },
  { name: 'Spontaneous Debate', kind: 'Spontaneous', minutes: 2 },
];
const COLUMNS: readonly Column<Event>[] = [
  { key: 'name', header: 'Event', cell: (row) => row.name },
  { key: 'kind', header: 'Kind', cell: (row) => row.kind },
  { key: 'minutes', header: 'Minutes', cell: (row) => row.minutes, align: 'end' },
];

const Tables = () => (
  <Group title="Table">
    <Table caption="Events" columns={COLUMNS} rows={EVENTS} rowKey={(row) => row.name} />
  </Group>
);

const TabsGroup = () => {
  const [tab, setTab] = useState('one');
  return (
    <Group title="Tabs">
      <Tabs
        label="Example"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'one', label: 'Overview', panel: <p>The first panel.</p> },
          { value: 'two', label: 'Debate Club', panel: <p>The second panel.</p> },
        ]}
      />
    </Group>
  );
};

export const Display = () => (
  <>
    <Group title="Badges">
      <div className={styles['row']}>
        {['active', 'paid', 'sent', 'paused', 'pending', 'draft', 'failed', 'cancelled', 'refunded'].map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
        <Badge tone="ok">Registration Open</Badge>
      </div>
    </Group>
    <Group title="Details and cards">
      <Stats>
        <Stat label="Membership status" value="Active" note="Everything is open to you." />
        <Stat label="Weekly sessions" value="Weekday at 8AM PST" />
        <Stat label="Next tournament" value="Nov 22, 2025" note="Online Fall Classic Tournament" />
      </Stats>
      <div className={styles['grid']}>
        <Card title="Affirmative" side="aff" raised aside={<Badge tone="ok">Active</Badge>}>
          <p>A card with the first ink.</p>
        </Card>
        <Card title="Negative" side="neg">
          <p>A card with the second.</p>
        </Card>
        <Card title="Plain">
          <p>A card without.</p>
        </Card>
      </div>
    </Group>
    <TabsGroup />
    <Tables />
    <Group title="States">
      <div className={styles['grid']}>
        <Skeleton lines={4} />
        <EmptyState title="No Payment History" actions={<Button size="small">Do something about it</Button>}>
          Your payments and their invoices appear here.
        </EmptyState>
        <ErrorState title="The tournaments could not be loaded" onRetry={() => undefined}>
          Check your connection, then try again.
        </ErrorState>
        <div className={styles['type']}>
          <Notice>
            <p>A notice.</p>
          </Notice>
          <Notice tone="wait">
            <p>A notice to heed.</p>
          </Notice>
          <Notice tone="stop">
            <p>A notice that stops.</p>
          </Notice>
        </div>
        <p className={styles['row']}>
          <Spinner /> Loading your account...
        </p>
      </div>
      <div className={styles['grid']}>
        {(['done', 'waiting', 'stopped', 'lost'] as const).map((mark) => (
          <Outcome
            key={mark}
            mark={mark}
            level={3}
            title={`Outcome: ${mark}`}
            lead="How something ended, and what to do next."
          />
        ))}
      </div>
    </Group>
  </>
);

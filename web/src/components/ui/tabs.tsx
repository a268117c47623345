import { Content, List, Root, Trigger } from 'radix-ui/tabs';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';

export interface Tab {
  value: string;
  label: string;
  panel: ReactNode;
}

interface Props {
  label: string;
  tabs: readonly Tab[];
  value: string;
  onChange: (value: string) => void;
}

/** Tabs whose open one is held by the page (usually in the address, so that it can be linked). */
export const Tabs = ({ label, tabs, value, onChange }: Props) => (
  <Root value={value} onValueChange={onChange}>
    <List className={styles['list']} aria-label={label}>
      {tabs.map((tab) => (
        <Trigger key={tab.value} value={tab.value} className={styles['tab']}>
          {tab.label}
        </Trigger>
      ))}
    </List>
    {tabs.map((tab) => (
      <Content key={tab.value} value={tab.value} className={styles['panel']}>
        {tab.panel}
      </Content>
    ))}
  </Root>
);

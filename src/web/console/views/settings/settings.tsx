import type { FunctionComponent } from 'preact';
import { settingsLink } from '../../base/links.ts';
import { Page } from '../../base/page.tsx';
import type { ViewProps } from '../../base/view.ts';
import { settingsTexts as texts } from '../../texts/settings.ts';
import { AccountTab } from './account.tsx';
import { AuditTab } from './audit.tsx';
import { ClientsTab } from './clients.tsx';
import { RegistrationsTab } from './registrations.tsx';
import { WebhooksTab } from './webhooks.tsx';

type TabName = keyof typeof texts.tabs;

const tabs: Readonly<Record<TabName, FunctionComponent<{ readonly query: URLSearchParams }>>> = {
  account: AccountTab,
  registrations: RegistrationsTab,
  webhooks: WebhooksTab,
  clients: ClientsTab,
  audit: AuditTab,
};
const names = Object.keys(tabs) as readonly TabName[];

export function Settings({ query }: ViewProps) {
  const current = names.find((name) => name === query.get('tab')) ?? 'account';
  const Tab = tabs[current];
  return (
    <Page title={texts.title} name={`${texts.tabs[current]} · ${texts.title}`}>
      <nav class="tabs wrap no-print" aria-label={texts.tabsLabel}>
        {names.map((name) => (
          <a key={name} href={settingsLink(name)} aria-current={name === current ? 'page' : undefined}>
            {texts.tabs[name]}
          </a>
        ))}
      </nav>
      <Tab key={current} query={query} />
    </Page>
  );
}

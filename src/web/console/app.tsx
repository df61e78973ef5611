import { useSignalEffect } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { OpenDialog } from './base/dialog.tsx';
import { Empty, Skeleton } from './base/loaded.tsx';
import { shellOperation, testClockOperation } from './base/operations.ts';
import { Page } from './base/page.tsx';
import { useQuery } from './base/query.ts';
import { path, query } from './base/router.ts';
import { Search } from './base/search/search.tsx';
import { sessionKind } from './base/session.ts';
import { root } from './base/settings.ts';
import { Footer } from './base/shell/footer.tsx';
import { Side } from './base/shell/side.tsx';
import { SignIn } from './base/shell/sign-in-form.tsx';
import type { View, ViewProps } from './base/view.ts';
import { testClock } from './format/format.ts';
import { baseTexts } from './texts/base.ts';
import { entries, findView } from './views.ts';

export function App() {
  if (sessionKind.value === 'starting') return <Skeleton lines={3} />;
  if (sessionKind.value === 'signed-out') return <SignIn />;
  return (
    <div class="shell">
      <a class="skip" href="#content">
        {baseTexts.skip}
      </a>
      <Side entries={entries} />
      <div class="column">
        <main id="content" tabIndex={-1}>
          <Shown />
        </main>
        <Footer />
      </div>
      <Search />
      <OpenDialog />
    </div>
  );
}

const loaded = new Map<View, FunctionComponent<ViewProps>>();

/** The view for the path, or a placeholder until its script has loaded. */
function Shown() {
  useTestClock();
  const [, setLoads] = useState(0);
  const found = findView(path.value);
  useEffect(() => {
    if (!found || loaded.has(found.view)) return;
    found.view.load().then(
      (component) => {
        loaded.set(found.view, component);
        setLoads((count) => count + 1);
      },
      // After an update of the gateway, an open page can no longer load its files, because they belong to the old release.
      () => location.reload(),
    );
  }, [found?.view]);
  useSignalEffect(() => {
    path.value;
    scrollTo(0, 0);
  });
  if (!found) return <NotFound />;
  const Component = loaded.get(found.view);
  if (!Component) return <Skeleton lines={6} />;
  return <Component key={path.value} params={found.params} query={query.value} />;
}

function NotFound() {
  return (
    <Page title={baseTexts.notFoundTitle}>
      <Empty title={baseTexts.notFoundText}>
        <a href={root}>{baseTexts.toInbox}</a>
      </Empty>
    </Page>
  );
}

/** Sets the console’s today to the clock of a test tenant. Other tenants have no clock. */
function useTestClock(): void {
  const { data } = useQuery(shellOperation, {});
  const { data: own } = useQuery(testClockOperation, data?.account?.kind === 'TEST' ? {} : null);
  const clock = own?.testClock;
  const time = clock && !clock.isReal ? clock.now : null;
  useEffect(() => {
    testClock.value = time;
  }, [time]);
}

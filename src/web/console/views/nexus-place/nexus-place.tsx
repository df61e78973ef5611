import { useState } from 'preact/hooks';
import { nexusPath } from '../../base/links.ts';
import { progressOf } from '../../base/nexus/progress.ts';
import { ProgressBadge } from '../../base/nexus/progress-badge.tsx';
import { Page } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { Empty, Loaded } from '../../base/states.tsx';
import type { ViewProps } from '../../base/view.ts';
import { today, withDays } from '../../format/format.ts';
import { nexusTexts, placeTexts as texts } from '../../texts/nexus.ts';
import { placeFilter, type Tracker, windowState } from './declaration.ts';
import { Declared } from './declared.tsx';
import { ApproveDialog, DeclareDialog, EndDialog, RegisterDialog } from './dialogs.tsx';
import { Exposure } from './exposure.tsx';
import { placeOperation } from './operations.ts';
import { Rule } from './rule.tsx';
import { Sales } from './sales.tsx';

export function NexusPlace({ params: { place = '' }, query }: ViewProps) {
  const answer = useQuery(placeOperation, { filter: placeFilter(place) });
  const tracker = answer.data?.nexusTrackers?.nodes[0];
  if (!tracker) {
    return (
      <Page title={answer.data?.nexusTrackers ? texts.unknown : nexusTexts.title} isBusy={answer.isLoading}>
        <section class="panel" aria-label={nexusTexts.title}>
          <Loaded query={answer} field="nexusTrackers" lines={8}>
            {() => (
              <Empty title={texts.unknownText}>
                <a href={nexusPath}>{texts.toNexus}</a>
              </Empty>
            )}
          </Loaded>
        </section>
      </Page>
    );
  }
  const { name, country, state, collectionExplanation, threshold } = tracker;
  const inRule = [threshold?.uncertainty, threshold?.otherConditions].filter((one) => one != null);
  const notices = tracker.notices.filter(({ message }) => !inRule.some((text) => message.includes(text)));
  return (
    <Page
      title={
        <span class="row">
          {name} <ProgressBadge progress={progressOf(tracker)} />
        </span>
      }
      name={name}
      about={withDays(collectionExplanation)}
      isBusy={answer.isLoading}
      actions={<Actions tracker={tracker} />}
    >
      <div class="columns">
        <Sales tracker={tracker} />
        <Rule tracker={tracker} />
      </div>
      {notices.length > 0 && (
        <ul class="plain-list small soft">
          {notices.map(({ code, message }) => (
            <li key={`${code} ${message}`}>{withDays(message)}</li>
          ))}
        </ul>
      )}
      <Declared tracker={tracker} />
      {country === 'US' && state !== null && <Exposure state={state} name={name} query={query} />}
    </Page>
  );
}

type Opened = 'register' | 'approve' | 'declare' | 'end' | null;

function Actions({ tracker }: { readonly tracker: Tracker }) {
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  const { registrations = [], economicNexus = [], physicalNexus = [] } = tracker.declaration ?? {};
  const isDeclared = [...registrations, ...economicNexus, ...physicalNexus].some(
    (one) => windowState(one, today()) !== 'ended',
  );
  const isFederation = tracker.country === 'EU';
  return (
    <>
      {!isFederation && (
        <button type="button" onClick={() => setOpened('register')}>
          {texts.actions.register}
        </button>
      )}
      <button type="button" onClick={() => setOpened('approve')}>
        {texts.actions.approve}
      </button>
      {!isFederation && (
        <button type="button" onClick={() => setOpened('declare')}>
          {texts.actions.declare}
        </button>
      )}
      {isDeclared && (
        <button type="button" onClick={() => setOpened('end')}>
          {texts.actions.end}
        </button>
      )}
      <RegisterDialog tracker={tracker} isOpen={opened === 'register'} onClose={close} />
      <ApproveDialog tracker={tracker} isOpen={opened === 'approve'} onClose={close} />
      <DeclareDialog tracker={tracker} isOpen={opened === 'declare'} onClose={close} />
      <EndDialog tracker={tracker} isOpen={opened === 'end'} onClose={close} />
    </>
  );
}

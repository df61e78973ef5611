import { Action } from '../../base/dialog.tsx';
import { nexusPath } from '../../base/links.ts';
import { progressOf } from '../../base/nexus/progress.ts';
import { ProgressBadge } from '../../base/nexus/progress-badge.tsx';
import { MissingRecord, Page } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
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
      <MissingRecord answer={answer} field="nexusTrackers" texts={texts} title={nexusTexts.title}>
        <a href={nexusPath}>{texts.toNexus}</a>
      </MissingRecord>
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

function Actions({ tracker }: { readonly tracker: Tracker }) {
  const { registrations = [], economicNexus = [], physicalNexus = [] } = tracker.declaration ?? {};
  const isDeclared = [...registrations, ...economicNexus, ...physicalNexus].some(
    (one) => windowState(one, today()) !== 'ended',
  );
  const isFederation = tracker.country === 'EU';
  return (
    <>
      {!isFederation && (
        <Action text={texts.actions.register}>{(close) => <RegisterDialog tracker={tracker} onClose={close} />}</Action>
      )}
      <Action text={texts.actions.approve}>{(close) => <ApproveDialog tracker={tracker} onClose={close} />}</Action>
      {!isFederation && (
        <Action text={texts.actions.declare}>{(close) => <DeclareDialog tracker={tracker} onClose={close} />}</Action>
      )}
      {isDeclared && (
        <Action text={texts.actions.end}>{(close) => <EndDialog tracker={tracker} onClose={close} />}</Action>
      )}
    </>
  );
}

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Csv } from '../../base/download.tsx';
import type { ResultOf } from '../../base/graphql.ts';
import { Item } from '../../base/item.tsx';
import {
  certificateLink,
  certificateRequestsLink,
  documentsLink,
  nexusLink,
  ratesLink,
  updateLink,
} from '../../base/links.ts';
import { Empty, Loaded } from '../../base/loaded.tsx';
import { sendAgainOperation } from '../../base/operations.ts';
import { Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { attempt } from '../../base/refusal.ts';
import { isZero } from '../../format/decimal-text.ts';
import {
  dayText,
  distance,
  instantText,
  lastTwelveMonths,
  money,
  percent,
  today,
  utcToday,
  wholePercent,
} from '../../format/format.ts';
import { placeName, placeParts } from '../../format/place-text.ts';
import { inboxTexts } from '../../texts/inbox.ts';
import { changesOperation, decisionsOperation, uncoveredOperation, updatesOperation } from './operations.ts';
import { changesAhead, changesWhereSold, type PlaceChange } from './rate-changes.ts';
import { whyRefused } from './refused.ts';

const { decisions: texts } = inboxTexts;

type Told = ResultOf<typeof decisionsOperation>;
type Tracker = NonNullable<Told['nexusTrackers']>['nodes'][number];
type Request = NonNullable<Told['submitted']>['nodes'][number];
type Delivery = NonNullable<Told['webhookDeliveries']>['nodes'][number];

/** Items that need attention, other than returns. */
export function Decisions() {
  const range = lastTwelveMonths();
  const uncovered = useQuery(uncoveredOperation, { period: { range } });
  const told = useQuery(decisionsOperation, { utcToday: utcToday() });
  const changes = useQuery(changesOperation, { filter: changesAhead(today()), period: { range } });
  const updates = useQuery(updatesOperation, {});
  const { rateUpdates } = updates.data ?? {};
  const untaxed = (uncovered.data?.liability?.rows ?? []).filter(({ key }) => key.reason === 'NOT_COVERED');
  const mayNotSee =
    ['submitted', 'exemptions', 'webhookDeliveries', 'nexusTrackers', 'refusals'].some(
      (field) => told.refused(field) !== null,
    ) || updates.refused('rateUpdates') !== null;
  return (
    <Panel title={texts.title}>
      <Loaded query={told} lines={5}>
        {(data) => {
          const { submitted, unanswered, exemptions, webhookDeliveries, nexusTrackers, refusals } = data;
          const trackers = (nexusTrackers?.nodes ?? []).filter(({ isCollecting }) => !isCollecting);
          const items = [
            ...untaxed.map((row) => (
              <Item
                key={`uncovered ${row.amounts.currency}`}
                icon="warning"
                href={documentsLink({ reported: `${range.from}..${range.to}`, reason: 'NOT_COVERED' })}
                title={texts.uncovered(row.transactionCount)}
                about={texts.uncoveredAbout(money(row.amounts.uncollectedAmount, row.amounts.currency))}
              />
            )),
            ...(uncovered.data?.liability?.unassignedTax ?? []).map((one) => (
              <Item
                key={`unassigned ${one.place} ${one.currency}`}
                icon="warning"
                href={nexusLink(one.place)}
                title={texts.unassigned(placeName(one))}
                about={texts.unassignedAbout(money(one.taxAmount, one.currency))}
              />
            )),
            ...(refusals?.nodes ?? []).map((one) => (
              <Item
                key={one.serviceId}
                icon="documents"
                title={texts.refused(one.source, one.externalId)}
                about={whyRefused(one)}
              />
            )),
            ...(refusals?.nodes.length
              ? [
                  <More key="all refused" text={refusals.pageInfo.hasNextPage ? texts.moreRefused : ''}>
                    <Csv name="refused-documents" path="/v1/refusals?format=csv" text={texts.refusedFile} />
                  </More>,
                ]
              : []),
            ...[...(submitted?.nodes ?? []), ...(unanswered?.nodes ?? [])].map((one) => (
              <CertificateRequest key={one.serviceId} request={one} />
            )),
            ...(submitted?.pageInfo.hasNextPage || unanswered?.pageInfo.hasNextPage
              ? [<More key="more requests" text={texts.moreRequests} />]
              : []),
            ...trackers.map((one) => <Threshold key={`nexus ${one.place}`} tracker={one} />),
            ...(exemptions?.nodes ?? []).map((one) => (
              <Item
                key={one.serviceId}
                icon="certificate"
                href={certificateLink(one.serviceId)}
                title={texts.certificate(
                  one.customer?.name ?? one.customer?.externalId ?? '',
                  placeName(placeParts(one.place)),
                )}
                about={
                  one.validThrough === null
                    ? ''
                    : texts.certificateAbout(dayText(one.validThrough), distance(one.validThrough))
                }
              />
            )),
            ...(exemptions?.pageInfo.hasNextPage
              ? [<More key="more certificates" text={texts.moreCertificates} />]
              : []),
            ...(changes.data ? changesWhereSold(changes.data) : []).map((one) => (
              <Change key={`${one.country} ${one.state} ${one.effectiveOn}`} change={one} />
            )),
            ...(rateUpdates?.updates ?? []).map(({ number, version, activatesAt, changeCount }) => (
              <Item
                key={`update ${number}`}
                icon="rates"
                href={updateLink(number)}
                title={texts.update(version)}
                about={texts.updateAbout(changeCount, activatesAt && instantText(activatesAt))}
              />
            )),
            ...(rateUpdates?.hasCheckFailed && rateUpdates.checkedAt !== null
              ? [
                  <Item
                    key="failed check"
                    icon="warning"
                    title={texts.checkFailed}
                    about={texts.checkFailedAbout(instantText(rateUpdates.checkedAt))}
                  />,
                ]
              : []),
            ...(webhookDeliveries?.nodes ?? []).map((one) => <FailedDelivery key={one.serviceId} delivery={one} />),
            ...(webhookDeliveries?.pageInfo.hasNextPage
              ? [<More key="more webhooks" text={texts.moreWebhooks} />]
              : []),
          ];
          return (
            <>
              {items.length === 0 ? <Empty title={texts.none}>{texts.noneText}</Empty> : <ul class="list">{items}</ul>}
              {mayNotSee && <p class="panel-body small soft">{texts.partly}</p>}
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

function More({ text, children }: { readonly text: string; readonly children?: ComponentChildren }) {
  return (
    <li class="small soft">
      {text} {children}
    </li>
  );
}

function CertificateRequest({ request }: { readonly request: Request }) {
  const { customerId, customer, states, submittedAt, expiresOn } = request;
  const name = customer?.name ?? customer?.externalId ?? customerId;
  return (
    <Item
      icon="certificate"
      href={certificateRequestsLink(customerId)}
      title={submittedAt === null ? texts.unanswered(name) : texts.submitted(name)}
      about={
        submittedAt === null
          ? texts.unansweredAbout(states.join(', '), dayText(expiresOn))
          : texts.submittedAbout(states.join(', '), instantText(submittedAt))
      }
    />
  );
}

function Threshold({ tracker }: { readonly tracker: Tracker }) {
  const { runningPeriod, projection, threshold, isCollecting, reachedOn } = tracker;
  const { currency, salesAmount, salesShare, transactionShare } = runningPeriod;
  const share = [salesShare, transactionShare].filter((one) => one !== null).sort((a, b) => Number(b) - Number(a))[0];
  const when =
    reachedOn !== null
      ? texts.since(dayText(reachedOn))
      : projection.reachedOn !== null
        ? texts.reachedOn(dayText(projection.reachedOn), distance(projection.reachedOn))
        : texts.notAtThisPace;
  const amounts =
    threshold && !isZero(threshold.salesAmount)
      ? texts.ofThreshold(money(salesAmount, currency), money(threshold.salesAmount, threshold.currency))
      : money(salesAmount, currency);
  const { place, name } = tracker;
  return (
    <Item
      icon="nexus"
      href={nexusLink(place)}
      title={
        reachedOn !== null && !isCollecting
          ? texts.thresholdReached(name)
          : texts.threshold(name, share === undefined ? '' : wholePercent(share))
      }
      about={`${when} · ${amounts}`}
    />
  );
}

const mostNamed = 2;

function Change({ change: { country, state, effectiveOn, rates, codes } }: { readonly change: PlaceChange }) {
  const name = placeName({ country, state });
  const rateText = (rate: string | null) => (rate === null ? texts.noRate : percent(rate));
  const told = [
    ...rates.slice(0, mostNamed).map((one) => texts.rateChange(one.name, rateText(one.before), rateText(one.after))),
    ...(rates.length > mostNamed ? ['…'] : []),
    ...(codes > 0 ? [texts.codesChange(codes)] : []),
  ];
  return (
    <Item
      icon="rates"
      href={ratesLink(name)}
      title={texts.change(name, dayText(effectiveOn))}
      about={[distance(effectiveOn), ...told].join(' · ')}
    />
  );
}

function FailedDelivery({ delivery }: { readonly delivery: Delivery }) {
  const [state, setState] = useState<'failed' | 'sending' | 'sent' | string>('failed');
  const last = delivery.attempts.at(-1);
  const why =
    last?.failure ?? (last?.statusCode == null ? texts.attempts(delivery.attempts.length) : `HTTP ${last.statusCode}`);
  const sendAgain = async () => {
    setState('sending');
    setState((await attempt(sendAgainOperation, { input: { by: { serviceId: delivery.serviceId } } })) ?? 'sent');
  };
  return (
    <Item
      icon="send"
      title={texts.webhook(delivery.eventType)}
      about={texts.webhookAbout(instantText(delivery.occurredAt), why)}
    >
      <span class="row" role="status">
        {state === 'sent' ? (
          <span class="good small">{texts.sent}</span>
        ) : (
          <>
            {state !== 'failed' && state !== 'sending' && <span class="bad small">{state}</span>}
            <button type="button" disabled={state === 'sending'} onClick={sendAgain}>
              {texts.sendAgain}
            </button>
          </>
        )}
      </span>
    </Item>
  );
}

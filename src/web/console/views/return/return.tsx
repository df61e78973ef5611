import { useEffect, useRef, useState } from 'preact/hooks';
import { ReturnStatus } from '../../base/badge.tsx';
import type { ResultOf } from '../../base/graphql.ts';
import { returnLink, returnsPath } from '../../base/links.ts';
import { Empty, Loaded } from '../../base/loaded.tsx';
import { Page } from '../../base/page.tsx';
import { type Query, useQuery } from '../../base/query.ts';
import { withQuery } from '../../base/router.ts';
import { Steps } from '../../base/tabs.tsx';
import type { ViewProps } from '../../base/view.ts';
import { addMonths, dayText, distance, today } from '../../format/format.ts';
import { daysOf, periodName, periodSoFar } from '../../format/period.ts';
import { placeName } from '../../format/place-text.ts';
import { known, recordTexts } from '../../texts/records.ts';
import { returnTexts as texts } from '../../texts/return.ts';
import { Checks, useChecks } from './checks.tsx';
import { FigurePanels } from './figures.tsx';
import { FileReturn } from './file.tsx';
import { Filings } from './filings.tsx';
import { Form } from './form.tsx';
import { Jurisdictions } from './jurisdictions.tsx';
import { Shop } from './one-stop-shop.tsx';
import { returnDueOperation, returnOperation } from './operations.ts';
import { ReopenReturn } from './reopen.tsx';
import { byOf, keyFrom, neighbourOf, paymentOf, type ReturnKey, type ShownReturn } from './return-key.ts';

const tabs = ['figures', 'form', 'filings'] as const;

/** The return of a place and period: its figures, checks and filing. */
export function ReturnView({ params, query }: ViewProps) {
  const key = keyFrom(params, query.get('scheme'));
  if (!key) {
    return (
      <Page title={texts.unknown}>
        <Empty title={texts.unknownText}>
          <a href={returnsPath}>{texts.toReturns}</a>
        </Empty>
      </Page>
    );
  }
  return <Known key={`${key.place} ${key.scheme} ${key.period}`} name={key} query={query} />;
}

type KnownProps = { readonly name: ReturnKey; readonly query: URLSearchParams };

function Known({ name: key, query }: KnownProps) {
  const answer = useQuery(returnOperation, { by: byOf(key) });
  const earlier = neighbourOf(key, -1);
  const before = useQuery(returnOperation, earlier && { by: byOf(earlier) });
  const [done, setDone] = useState('');
  const told = useRef<HTMLParagraphElement>(null);
  // Focuses the message, because the button that opened the dialog no longer exists after the change.
  useEffect(() => {
    if (done !== '') told.current?.focus();
  }, [done]);
  const tab = tabs.find((one) => one === query.get('tab')) ?? 'figures';
  const one = answer.data?.taxReturn ?? null;
  const name = `${placeName(key)}, ${periodSoFar(key.period)}`;
  return (
    <Page
      title={
        <>
          {name} {one && <ReturnStatus status={one.status} />}
        </>
      }
      name={name}
      about={<About name={key} one={one} />}
      isBusy={answer.isLoading}
      actions={
        <>
          <Steps previous={stepTo(earlier, texts.previous)} next={stepTo(neighbourOf(key, 1), texts.next)} />
          <button type="button" onClick={() => print()}>
            {texts.print}
          </button>
          {one?.figures && <Change name={key} one={one} query={query} setDone={setDone} />}
        </>
      }
    >
      <nav class="tabs no-print" aria-label={texts.tabs.label}>
        {tabs.map((each) => (
          <a
            key={each}
            href={withQuery({ tab: each === 'figures' ? null : each })}
            aria-current={each === tab ? 'page' : undefined}
          >
            {texts.tabs[each]}
            {each === 'filings' && one && one.filings.length > 0 ? ` (${one.filings.length})` : ''}
          </a>
        ))}
      </nav>
      <p class={done === '' ? 'hidden' : 'done'} role="status" tabIndex={-1} ref={told}>
        {done}
      </p>
      {tab === 'figures' && <Figures answer={answer} before={before.data?.taxReturn ?? null} name={key} />}
      {tab === 'form' && <Form name={key} query={query} />}
      {tab === 'filings' && <Filings name={key} />}
    </Page>
  );
}

const stepTo = (to: ReturnKey | null, label: string) =>
  to && { href: returnLink(to), label: `${label}: ${periodName(to.period)}` };

/** The scheme and, for a draft that a registration requires, its frequency and due day. */
function About({ name: key, one }: { readonly name: ReturnKey; readonly one: ShownReturn | null }) {
  const days = daysOf(key.period);
  const range = days && { gte: days.to, lte: `${addMonths(days.to.slice(0, 7), 6)}-01` };
  const { data } = useQuery(returnDueOperation, one?.status === 'DRAFT' && range ? { dueOn: range } : null);
  const due = data?.dueTaxReturns?.nodes.find(
    ({ taxReturn }) =>
      taxReturn.place === key.place && taxReturn.period === key.period && taxReturn.scheme === key.scheme,
  );
  const parts = [
    known(recordTexts.schemes, key.scheme),
    due && known(recordTexts.frequencies, due.frequency),
    due?.dueOn && texts.due(dayText(due.dueOn), distance(due.dueOn)),
  ].filter(Boolean);
  const isLate = due?.dueOn != null && due.dueOn < today();
  return (
    <>
      {parts.slice(0, 2).join(' · ')}
      {parts[2] && <span class={isLate ? 'bad' : undefined}> · {parts[2]}</span>}
    </>
  );
}

type ChangeProps = {
  readonly name: ReturnKey;
  readonly one: ShownReturn;
  readonly query: URLSearchParams;
  readonly setDone: (text: string) => void;
};

function Change({ name, one, query, setDone }: ChangeProps) {
  const checks = useChecks(name, one);
  if (one.status === 'DRAFT' || one.status === 'FILING') {
    const onDone = () => setDone(texts.done.filed);
    return <FileReturn name={name} one={one} checks={checks} payment={paymentOf(query)} onDone={onDone} />;
  }
  return <ReopenReturn name={name} one={one} onDone={() => setDone(texts.done.reopened)} />;
}

type FiguresProps = {
  readonly answer: Query<ResultOf<typeof returnOperation>>;
  readonly before: ShownReturn | null;
  readonly name: ReturnKey;
};

function Figures({ answer, before, name }: FiguresProps) {
  return (
    <Loaded query={answer} field="taxReturn" lines={10}>
      {({ taxReturn: one }) =>
        one?.figures ? (
          <>
            <div class="columns return-columns">
              <div class="stack">
                {one.figures.oneStopShop ? (
                  <Shop name={name} figures={one.figures.oneStopShop} before={before} />
                ) : (
                  <FigurePanels name={name} one={one} before={before} />
                )}
              </div>
              <Checks name={name} one={one} />
            </div>
            {one.figures.jurisdictions.length > 0 && <Jurisdictions name={name} one={one} before={before} />}
          </>
        ) : (
          <Empty title={texts.unknown} />
        )
      }
    </Loaded>
  );
}

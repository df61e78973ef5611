import { useRef } from 'preact/hooks';
import { Badge } from '../../base/badge.tsx';
import { Sums } from '../../base/facts.tsx';
import { Empty, FailureNote, Skeleton } from '../../base/loaded.tsx';
import { NoticeText } from '../../base/notice-text.tsx';
import { Panel } from '../../base/page.tsx';
import { type Query, useQuery } from '../../base/query.ts';
import { reasonIn } from '../../base/refusal.ts';
import { withQuery } from '../../base/router.ts';
import { type Column, Table } from '../../base/table.tsx';
import { JurisdictionBars, lineRate } from '../../base/why/jurisdiction-bars.tsx';
import { StepList } from '../../base/why/step-list.tsx';
import { money, percent } from '../../format/format.ts';
import { placeName } from '../../format/place-text.ts';
import { whyTexts } from '../../texts/documents.ts';
import { known, recordTexts } from '../../texts/records.ts';
import { tryTexts as texts } from '../../texts/try.ts';
import { quoteOperation } from './operations.ts';
import { type Calculated, linesOf, type Quote, type QuoteLine } from './quote.ts';
import type { Asked } from './variant.ts';

type Trial = {
  readonly asked: Asked;
  readonly query: Query<unknown>;
  readonly quote: Quote | null;
  /** The reason why there is no quote. */
  readonly refusal: string | null;
};

/** Calculates the quote. The previous quote remains until the next one arrives, to avoid flicker while typing. */
export function useTrial(asked: Asked | null): Trial | null {
  const query = useQuery(quoteOperation, asked?.kind === 'ask' ? { input: asked.input } : null);
  const last = useRef<Calculated | null>(null);
  if (asked === null) return null;
  if (asked.kind === 'missing') last.current = null;
  else if (query.data?.calculateTax) last.current = query.data.calculateTax;
  const shown = last.current;
  const quote = shown?.__typename === 'Quote' ? shown : null;
  return { asked, query, quote, refusal: shown && reasonIn(shown) };
}

type ResultProps = {
  readonly title: string;
  readonly trial: Trial;
  /** The pointer of the explained line. */
  readonly line: string;
};

export function Result({ title, trial, line }: ResultProps) {
  const { asked, query, quote, refusal } = trial;
  const failure = query.failure ?? query.refused('calculateTax');
  return (
    <Panel title={title}>
      <p class="hidden" role="status">
        {quote &&
          texts.now(money(quote.salesTax.amount, quote.currency), money(quote.finalTransactionAmount, quote.currency))}
      </p>
      {failure && <FailureNote failure={failure} again={query.again} />}
      {asked.kind === 'missing' && <Empty title={asked.text} />}
      {refusal !== null && <Empty title={texts.refused}>{refusal}</Empty>}
      {quote && <Figures quote={quote} line={line} isBusy={query.isLoading} />}
      {asked.kind === 'ask' && !quote && refusal === null && !failure && <Skeleton lines={6} />}
    </Panel>
  );
}

type FiguresProps = { readonly quote: Quote; readonly line: string; readonly isBusy: boolean };

function Figures({ quote, line, isBusy }: FiguresProps) {
  const { currency, salesTax, finalTransactionAmount, notices, shippingAddress } = quote;
  const matched = shippingAddress.matchedAddressData;
  const columns: readonly Column<QuoteLine>[] = [
    {
      name: texts.columns.name,
      cell: ({ name, pointer, taxCode, reason }) => (
        <>
          <a
            href={withQuery({ line: pointer })}
            class="strong"
            aria-label={texts.explain(name)}
            aria-current={pointer === line ? 'true' : undefined}
          >
            {name}
          </a>
          <span class="small soft block">{taxCode}</span>
          <Badge>{known(recordTexts.reasons, reason)}</Badge>
        </>
      ),
    },
    { name: texts.columns.amount, isNumber: true, cell: ({ calculatedTotal }) => money(calculatedTotal, currency) },
    { name: texts.columns.rate, isNumber: true, isExtra: true, cell: lineRate },
    { name: texts.columns.tax, isNumber: true, cell: ({ taxAmount }) => money(taxAmount, currency) },
  ];
  return (
    <div aria-busy={isBusy}>
      {matched && (
        <p class="panel-body soft small">
          {texts.matched(
            [
              matched.address.city,
              placeName({ country: matched.address.country ?? 'US', state: matched.address.state }),
            ]
              .filter(Boolean)
              .join(', '),
            known(recordTexts.precisions, matched.precision),
          )}
        </p>
      )}
      <Table
        caption={texts.lines}
        columns={columns}
        rows={linesOf(quote)}
        keyOf={({ pointer }) => pointer}
        isChosen={({ pointer }) => pointer === line}
      />
      <Sums
        rows={[[`${texts.tax} (${percent(salesTax.rate)})`, money(salesTax.amount, currency)]]}
        total={[texts.total, money(finalTransactionAmount, currency)]}
      />
      {notices.length > 0 && (
        <div class="panel-foot stack-s">
          <h3>{texts.notices}</h3>
          <ul class="plain-list small soft">
            {notices.map(({ code, message }) => (
              <li key={`${code} ${message}`}>
                <NoticeText message={message} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

type ExplainedProps = {
  readonly title: (name: string) => string;
  readonly quote: Quote;
  readonly line: string;
  readonly other: Quote | null;
};

/**
 * The taxing authorities of the selected line, and the steps of its calculation. Steps missing from the other variant
 * are marked.
 */
export function Explained({ title, quote, line, other }: ExplainedProps) {
  const lines = linesOf(quote);
  const chosen = lines.find(({ pointer }) => pointer === line) ?? lines[0];
  if (!chosen) return null;
  const others = new Set(other?.trace.map(({ message }) => message));
  const isDifferent = (text: string) =>
    other !== null && ![...others].some((message) => message.startsWith(text.replace(/\.$/, '')));
  return (
    <Panel title={title(chosen.name)}>
      <div class="panel-body stack">
        <h3>{whyTexts.jurisdictions}</h3>
        <JurisdictionBars line={chosen} currency={quote.currency} />
        <h3>{whyTexts.steps}</h3>
        <StepList trace={quote.trace} currency={quote.currency} pointer={chosen.pointer} isDifferent={isDifferent} />
      </div>
    </Panel>
  );
}

import { Badge } from '../../base/badge.tsx';
import { documentsLink } from '../../base/links.ts';
import { Empty, Loaded } from '../../base/loaded.tsx';
import { Page, Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import type { ViewProps } from '../../base/view.ts';
import { JurisdictionBars } from '../../base/why/jurisdiction-bars.tsx';
import { StepList } from '../../base/why/step-list.tsx';
import { dayText, money } from '../../format/format.ts';
import { baseTexts } from '../../texts/base.ts';
import { documentsTexts, documentTexts, whyTexts as texts } from '../../texts/documents.ts';
import { known, recordTexts } from '../../texts/records.ts';
import { Actions } from './actions.tsx';
import type { ShownDocument } from './copies.ts';
import { Certificates, Details, Notices } from './facts.tsx';
import { History } from './history.tsx';
import { type Line, Lines, linesOf } from './lines.tsx';
import { documentOperation, whyOperation } from './operations.ts';

export function DocumentView({ params, query }: ViewProps) {
  const answer = useQuery(documentOperation, { by: { serviceId: params.id ?? '' } });
  return (
    <Loaded query={answer} field="transaction" lines={10}>
      {({ transaction }) =>
        transaction ? (
          <Found document={transaction} query={query} isBusy={answer.isLoading} />
        ) : (
          <Page title={documentTexts.notFound}>
            <Empty title={baseTexts.notFoundText}>
              <a href={documentsLink({})}>{documentsTexts.title}</a>
            </Empty>
          </Page>
        )
      }
    </Loaded>
  );
}

type FoundProps = {
  readonly document: ShownDocument;
  readonly query: URLSearchParams;
  readonly isBusy: boolean;
};

function Found({ document, query, isBusy }: FoundProps) {
  const lines = linesOf(document);
  const chosen = lines.find(({ pointer }) => pointer === query.get('line')) ?? lines[0];
  const { serviceId, currency, customer, externalId, taxDate } = document;
  return (
    <Page
      name={externalId}
      title={
        <>
          {externalId} <Marks document={document} />
        </>
      }
      about={
        <>
          {known(recordTexts.types, document.transactionType)} · {customer.name ?? customer.externalId} ·{' '}
          {dayText(taxDate)} · <span class="strong">{money(document.finalTransactionAmount, currency)}</span>
        </>
      }
      actions={<Actions document={document} />}
      isBusy={isBusy}
    >
      <div class="document">
        <div class="stack-l">
          <Lines document={document} chosen={chosen} />
          {chosen && <Why serviceId={serviceId} currency={currency} line={chosen} />}
          <History serviceId={serviceId} query={query} />
        </div>
        <div class="stack-l">
          <Details document={document} />
          <Certificates document={document} />
          <Notices document={document} />
        </div>
      </div>
    </Page>
  );
}

function Marks({ document: { transactionStatus, transactionFilingStatus } }: { readonly document: ShownDocument }) {
  return (
    <span class="marks">
      {transactionStatus !== 'ACTIVE' && (
        <Badge tone={transactionStatus === 'CANCELLED' ? 'bad' : 'good'}>
          {known(recordTexts.statuses, transactionStatus)}
        </Badge>
      )}
      {transactionFilingStatus === 'FILED' && <Badge tone="accent">{documentsTexts.filed}</Badge>}
    </span>
  );
}

type WhyProps = { readonly serviceId: string; readonly currency: string; readonly line: Line };

/** The authorities that tax a line, the steps of its calculation, and the sources. */
function Why({ serviceId, currency, line }: WhyProps) {
  const answer = useQuery(whyOperation, { by: { serviceId } });
  return (
    <Panel title={texts.title(line.name)}>
      <div class="panel-body stack">
        <section class="stack-s" aria-label={texts.jurisdictions}>
          <h3>{texts.jurisdictions}</h3>
          <JurisdictionBars line={line} currency={currency} />
        </section>
        <section class="stack-s" aria-label={texts.steps}>
          <h3>{texts.steps}</h3>
          <Loaded query={answer} field="transaction" lines={6}>
            {({ transaction }) => (
              <StepList trace={transaction?.trace ?? []} currency={currency} pointer={line.pointer} />
            )}
          </Loaded>
        </section>
      </div>
    </Panel>
  );
}

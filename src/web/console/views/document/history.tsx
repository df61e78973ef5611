import { Badge } from '../../base/badge.tsx';
import { Loaded } from '../../base/loaded.tsx';
import { Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { withQuery } from '../../base/router.ts';
import { Table } from '../../base/table.tsx';
import { instantText, money } from '../../format/format.ts';
import { documentTexts } from '../../texts/documents.ts';
import { differencesOf, type SentCalculation } from './differences.ts';
import { historyOperation } from './operations.ts';

const { history: texts } = documentTexts;

type HistoryProps = { readonly serviceId: string; readonly query: URLSearchParams };

/** All calculations of a document, and how the selected one differs from the current one. */
export function History({ serviceId, query }: HistoryProps) {
  const answer = useQuery(historyOperation, { by: { serviceId } });
  return (
    <Panel title={texts.title}>
      <Loaded query={answer} field="transaction" lines={2}>
        {({ transaction }) => {
          const calculations = transaction?.calculations.nodes ?? [];
          const [current] = calculations;
          const other = calculations.find(
            ({ calculationNumber }) => String(calculationNumber) === query.get('against'),
          );
          return (
            <>
              <ol class="list">
                {calculations.map((one) => (
                  <Row key={one.calculationNumber} calculation={one} isCurrent={one === current} />
                ))}
              </ol>
              {current && other && other !== current && <Difference before={other} now={current} />}
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

type RowProps = { readonly calculation: SentCalculation; readonly isCurrent: boolean };

function Row({ calculation, isCurrent }: RowProps) {
  const { calculationNumber, recalculationReason, replacedAt, salesTax, currency, rateBookVersion } = calculation;
  return (
    <li>
      <div class="grow">
        <span class="strong">
          {texts.number(calculationNumber)} {isCurrent && <Badge tone="good">{texts.current}</Badge>}
        </span>
        <span class="small soft">
          {[
            recalculationReason ?? (calculationNumber === 1 ? texts.first : null),
            replacedAt === null ? null : texts.replaced(instantText(replacedAt)),
            rateBookVersion,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      <span class="number">{money(salesTax.amount, currency)}</span>
      {!isCurrent && (
        <a
          class="button no-print"
          href={withQuery({ against: String(calculationNumber) })}
          aria-label={texts.compareWith(calculationNumber)}
        >
          {texts.compare}
        </a>
      )}
    </li>
  );
}

function Difference({ before, now }: { readonly before: SentCalculation; readonly now: SentCalculation }) {
  const found = differencesOf(before, now);
  const title = texts.difference(before.calculationNumber, now.calculationNumber);
  const { columns } = texts;
  return (
    <section class="difference" aria-label={title}>
      <header class="row between panel-body">
        <h3>{title}</h3>
        <a class="small no-print" href={withQuery({ against: null })}>
          {texts.close}
        </a>
      </header>
      {found.length === 0 ? (
        <p class="panel-body soft">{texts.same}</p>
      ) : (
        <Table
          caption={title}
          rows={found}
          keyOf={({ what }) => what}
          columns={[
            { name: columns.what, cell: ({ what }) => what },
            { name: columns.before, isNumber: true, cell: (row) => row.before },
            { name: columns.now, isNumber: true, cell: (row) => row.now },
            { name: columns.change, isNumber: true, cell: ({ change }) => change ?? '' },
          ]}
        />
      )}
    </section>
  );
}

import { Badge } from '../../base/badge.tsx';
import { Csv } from '../../base/download.tsx';
import type { NodeOf } from '../../base/graphql.ts';
import { documentsLink, returnLink } from '../../base/links.ts';
import { List } from '../../base/list.tsx';
import { Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { byDueDay } from '../../base/row-order.ts';
import type { Column } from '../../base/table.tsx';
import { isZero } from '../../format/decimal-text.ts';
import { daysBetween, dayText, distance, money, number, today } from '../../format/format.ts';
import { periodSoFar, reportedIn } from '../../format/period.ts';
import { placeName, placeParts } from '../../format/place-text.ts';
import { known, recordTexts } from '../../texts/records.ts';
import { returnsTexts } from '../../texts/returns.ts';
import { dueReturnsOperation } from './operations.ts';

const { due: texts, columns: names } = returnsTexts;

type Row = NodeOf<typeof dueReturnsOperation, 'dueTaxReturns'>;

export function DueReturns() {
  const answer = useQuery(dueReturnsOperation, {});
  return (
    <Panel title={texts.title} aside={<Csv name="due-returns" path="/v1/returns/due?format=csv" />}>
      <List
        answer={answer}
        field="dueTaxReturns"
        lines={6}
        caption={texts.title}
        columns={columns}
        keyOf={({ taxReturn: { place, scheme, period } }) => `${place} ${scheme} ${period}`}
        empty={texts.none}
        inOrder={byDueDay}
        foot={({ nodes, pageInfo }) => (
          <>
            {remarksOn(nodes).map((message) => (
              <p key={message} class="panel-body small soft">
                {message}
              </p>
            ))}
            {pageInfo?.hasNextPage && <p class="panel-body small soft">{texts.more}</p>}
          </>
        )}
      />
    </Panel>
  );
}

/** Notices about the amounts, without duplicates. */
function remarksOn(rows: readonly Row[]): readonly string[] {
  return [...new Set(rows.flatMap(({ notices }) => notices.map(({ message }) => message)))];
}

const columns: readonly Column<Row>[] = [
  {
    name: names.place,
    cell: ({ taxReturn }) => (
      <>
        <a href={returnLink(taxReturn)} class="strong">
          {placeName(placeParts(taxReturn.place))}
        </a>
        {taxReturn.scheme !== 'STANDARD' && (
          <span class="small soft block">{known(recordTexts.schemes, taxReturn.scheme)}</span>
        )}
      </>
    ),
  },
  {
    name: names.period,
    cell: (row) => (
      <>
        {periodSoFar(row.taxReturn.period)}
        <span class="small soft block">{known(recordTexts.frequencies, row.frequency)}</span>
        <div class="narrow">
          <DueDay {...row} />
        </div>
      </>
    ),
  },
  { name: names.due, isExtra: true, cell: (row) => <DueDay {...row} /> },
  {
    name: names.documents,
    isNumber: true,
    isExtra: true,
    cell: (row) => (
      <a href={documentsOf(row)} class="plain">
        {number(row.amounts.reduce((count, { transactionCount }) => count + transactionCount, 0))}
      </a>
    ),
  },
  {
    name: names.tax,
    isNumber: true,
    cell: (row) => {
      const owed = row.amounts.filter(({ taxAmount }) => !isZero(taxAmount));
      if (owed.length === 0) return <span class="soft">{returnsTexts.nil}</span>;
      return owed.map(({ currency, taxAmount }) => (
        <a key={currency} href={documentsOf(row)} class="plain strong block">
          {money(taxAmount, currency)}
        </a>
      ));
    },
  },
];

function documentsOf({ taxReturn: { place, period, scheme } }: Row): string {
  const { country, state } = placeParts(place);
  return documentsLink({ reported: reportedIn(period), ...(scheme === 'STANDARD' && { country, state }) });
}

function DueDay({ dueOn, taxReturn: { status } }: Row) {
  if (status !== 'DRAFT') return <Badge tone="warn">{known(returnsTexts.statuses, status)}</Badge>;
  if (dueOn === null) return <span class="soft">{texts.noDay}</span>;
  const left = daysBetween(today(), dueOn);
  return (
    <>
      <span class="no-wrap">{dayText(dueOn)}</span>{' '}
      {left < 0 ? (
        <Badge tone="bad">{texts.late(-left)}</Badge>
      ) : (
        <span class={`small block ${left <= 7 ? 'warn' : 'soft'}`}>{distance(dueOn)}</span>
      )}
    </>
  );
}

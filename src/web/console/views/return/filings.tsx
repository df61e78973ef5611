import { useClientNames } from '../../base/client-names.ts';
import { type Fact, Facts } from '../../base/facts.tsx';
import type { RootOf } from '../../base/graphql.ts';
import { Empty, Loaded } from '../../base/loaded.tsx';
import { Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { type Column, Table } from '../../base/table.tsx';
import { isZero } from '../../format/decimal-text.ts';
import { dayText, instantText, money, number, signedMoney, signedNumber } from '../../format/format.ts';
import { returnTexts } from '../../texts/return.ts';
import { currenciesIn, type FiledReturn, type FilingTable, filingTable } from './filing-table.ts';
import { returnChangesOperation, returnFilingsOperation } from './operations.ts';
import { byOf, documentsIn, type ReturnKey } from './return-key.ts';

const { filings: texts, payment: paymentTexts } = returnTexts;

/** Each filing as filed, with the changes since the previous and the first filing. */
export function Filings({ name }: { readonly name: ReturnKey }) {
  const answer = useQuery(returnFilingsOperation, { by: byOf(name) });
  return (
    <Loaded query={answer} field="taxReturn" lines={10}>
      {({ taxReturn: one }) =>
        !one || one.filings.length === 0 ? (
          <section class="panel">
            <Empty title={texts.none}>{texts.noneText}</Empty>
          </section>
        ) : (
          <>
            {one.reopeningReason !== null && <p class="soft">{texts.reopened(one.reopeningReason)}</p>}
            <Steps one={one} />
            {currenciesIn(one).map((currency) => (
              <SideBySide key={currency} table={filingTable(one, currency)} />
            ))}
            {one.difference && <Changes name={name} />}
          </>
        )
      }
    </Loaded>
  );
}

function Steps({ one }: { readonly one: FiledReturn }) {
  const clientNames = useClientNames();
  return (
    <div class="filing-steps">
      {one.filings.map((filing) => {
        const { number: count, filedAt, filedBy, referenceNumber, amountPaid, paidCurrency, payment } = filing;
        return (
          <Panel key={count} title={texts.number(count)}>
            <Facts
              class="panel-body"
              facts={[
                [texts.filedAt, instantText(filedAt)],
                [texts.filedBy, filedBy === null ? texts.operator : (clientNames.get(filedBy) ?? filedBy)],
                [texts.reference, referenceNumber],
                ...(payment ? payableFacts(payment) : []),
                [texts.paid, amountPaid !== null && paidCurrency !== null && money(amountPaid, paidCurrency)],
              ]}
            />
          </Panel>
        );
      })}
    </div>
  );
}

/** The amount payable as filed. */
function payableFacts(payment: NonNullable<FiledReturn['filings'][number]['payment']>): readonly Fact[] {
  const { currency, filedOn, dueOn, prepaidAmount, discountAmount, amountPayable, notices } = payment;
  return [
    [texts.prepaid, prepaidAmount && money(prepaidAmount, currency)],
    [
      paymentTexts.kinds.ON_TIME_DISCOUNT,
      discountAmount === null ? texts.unknownDiscount : money(discountAmount, currency),
    ],
    [
      paymentTexts.payable,
      <>
        {money(amountPayable, currency)}
        <span class="small soft block">{paymentTexts.on(dayText(filedOn), dueOn && dayText(dueOn))}</span>
        {notices.map(({ code, message }) => (
          <span key={code} class="small warn block">
            {message}
          </span>
        ))}
      </>,
    ],
  ];
}

type Row = FilingTable['rows'][number];

function SideBySide({ table: { currency, columns, rows, toFirst } }: { readonly table: FilingTable }) {
  const textOf = ({ isCount }: Row, value: string) => (isCount ? number(value) : money(value, currency));
  const changeOf = ({ isCount }: Row, value: string) =>
    isCount ? signedNumber(Number(value)) : signedMoney(value, currency);
  const shown: readonly Column<Row>[] = [
    {
      name: texts.figure,
      cell: ({ name, isPart, key }) => (
        <span class={isPart ? 'soft part' : key === 'tax' ? 'strong' : undefined}>{name}</span>
      ),
    },
    ...columns.map(
      ({ name, values, since }): Column<Row> => ({
        name,
        isNumber: true,
        cell: (row) => {
          const change = since?.get(row.key) ?? '0';
          return (
            <>
              <span class={row.key === 'tax' ? 'strong' : undefined}>{textOf(row, values.get(row.key) ?? '0')}</span>
              {!isZero(change) && (
                <span class="small warn block" title={texts.since(changeOf(row, change))}>
                  {changeOf(row, change)}
                </span>
              )}
            </>
          );
        },
      }),
    ),
    ...(toFirst === null
      ? []
      : [
          {
            name: texts.toFirst,
            isNumber: true,
            cell: (row: Row) => {
              const change = toFirst.get(row.key) ?? '0';
              return isZero(change) ? <span class="soft">–</span> : changeOf(row, change);
            },
          },
        ]),
  ];
  return (
    <Panel title={`${columns.length === 1 ? texts.titleOne : texts.title}, ${currency}`}>
      <Table
        caption={texts.title}
        columns={shown}
        rows={rows}
        keyOf={({ key }) => key}
        isChosen={({ key }) => key === 'tax'}
      />
    </Panel>
  );
}

/** The changes since the previous filing, by jurisdiction. */
function Changes({ name }: { readonly name: ReturnKey }) {
  const answer = useQuery(returnChangesOperation, { by: byOf(name) });
  return (
    <Panel title={texts.rows}>
      <Loaded query={answer} field="taxReturn">
        {({ taxReturn }) => <ChangedRows name={name} rows={taxReturn?.difference?.jurisdictions ?? []} />}
      </Loaded>
    </Panel>
  );
}

type Changed = NonNullable<RootOf<typeof returnChangesOperation, 'taxReturn'>['difference']>['jurisdictions'];

function ChangedRows({ name, rows }: { readonly name: ReturnKey; readonly rows: Changed }) {
  if (rows.length === 0) return <p class="panel-body soft">{texts.noChange}</p>;
  return (
    <Table
      caption={texts.rows}
      rows={rows}
      keyOf={({ key, amounts }) => `${key.jurisdiction?.jurisdictionId} ${amounts.currency}`}
      columns={[
        {
          name: returnTexts.jurisdictions.jurisdiction,
          cell: ({ key: { jurisdiction } }) => (
            <a href={documentsIn(name, { jurisdiction: jurisdiction?.jurisdictionId })}>{jurisdiction?.name}</a>
          ),
        },
        {
          name: returnTexts.jurisdictions.taxable,
          isNumber: true,
          cell: ({ amounts }) => signedMoney(amounts.taxableAmount, amounts.currency),
        },
        {
          name: returnTexts.jurisdictions.tax,
          isNumber: true,
          cell: ({ amounts }) => signedMoney(amounts.taxAmount, amounts.currency),
        },
      ]}
    />
  );
}

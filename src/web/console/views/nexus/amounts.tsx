import { documentsLink, nexusLink } from '../../base/links.ts';
import { Empty, Loaded } from '../../base/loaded.tsx';
import { type Query, useQuery } from '../../base/query.ts';
import { type Column, Table } from '../../base/table.tsx';
import { compactMoney, dayText, money, number } from '../../format/format.ts';
import { stateCodes, stateName } from '../../format/place-text.ts';
import { nexusTexts as texts } from '../../texts/nexus.ts';
import { exposureOperation, taxOperation } from './operations.ts';
import { amountsByState, largestFirst, shadeOf } from './shades.ts';
import { Split, Swatch } from './split.tsx';

const { columns: names } = texts;

type Due = {
  readonly state: string;
  readonly currency: string;
  readonly amount: string;
  readonly documents: number;
  readonly since: string | null;
};

export function TaxDue({ year }: { readonly year: string }) {
  const answer = useQuery(taxOperation, { period: { year } });
  return (
    <Amounts
      answer={answer}
      field="liability"
      mode="tax"
      year={year}
      read={({ liability }) =>
        (liability?.rows ?? []).flatMap(({ key, transactionCount, amounts: { currency, taxAmount } }) =>
          key.state === null
            ? []
            : [{ state: key.state, currency, amount: taxAmount, documents: transactionCount, since: null }],
        )
      }
    />
  );
}

export function NotCollected({ year }: { readonly year: string }) {
  const answer = useQuery(exposureOperation, { period: { year } });
  return (
    <Amounts
      answer={answer}
      field="exposure"
      mode="exposure"
      year={year}
      read={({ exposure }) =>
        (exposure?.places ?? []).flatMap(({ state, currency, taxAmount, collectFrom, transactionCount }) =>
          state === null
            ? []
            : [{ state, currency, amount: taxAmount, documents: transactionCount, since: collectFrom }],
        )
      }
    />
  );
}

type AmountsProps<Result> = {
  readonly answer: Query<Result>;
  readonly field: string;
  readonly mode: 'tax' | 'exposure';
  readonly year: string;
  readonly read: (data: Result) => readonly Due[];
};

/** A map and a table of the states, largest amount first. */
function Amounts<Result>({ answer, field, mode, year, read }: AmountsProps<Result>) {
  return (
    <Loaded query={answer} field={field} lines={10}>
      {(data) => {
        const due = read(data);
        const { currency, byState } = amountsByState(due);
        const rows = largestFirst(due, currency);
        const most = Math.max(0, ...[...byState.values()].map(Number));
        const states = stateCodes.map((state) => {
          const amount = byState.get(state);
          const text = amount === undefined || currency === null ? texts.legend.zero : money(amount, currency);
          return { state, shade: `shade-${shadeOf(amount, most)}`, text };
        });
        return (
          <Split
            note={texts.modeNotes[mode](year)}
            states={states}
            legend={
              <>
                <Swatch shade="shade-0" text={texts.legend.zero} />
                {currency !== null && most > 0 && (
                  <>
                    <Swatch shade="shade-1" text={texts.legend.least} />
                    <Swatch shade="shade-5" text={`${texts.legend.most}: ${compactMoney(most, currency)}`} />
                  </>
                )}
              </>
            }
          >
            {rows.length === 0 ? (
              <Empty title={mode === 'tax' ? texts.nothingDue(year) : texts.nothingExposed(year)} />
            ) : (
              <Table
                caption={texts.modes[mode]}
                columns={amountColumns(mode, year)}
                rows={rows}
                keyOf={({ state, currency: own }) => `${state} ${own}`}
              />
            )}
          </Split>
        );
      }}
    </Loaded>
  );
}

function amountColumns(mode: AmountsProps<never>['mode'], year: string): readonly Column<Due>[] {
  const linkOf = ({ state, currency, since }: Due) =>
    documentsLink({
      reported: `${since !== null && since > `${year}-01-01` ? since : `${year}-01-01`}..${year}-12-31`,
      country: 'US',
      state,
      currency,
      ...(mode === 'exposure' && { reason: 'NOT_COLLECTING' }),
    });
  return [
    {
      name: names.place,
      cell: (due) => (
        <>
          <a href={nexusLink(`US-${due.state}`)}>{stateName(due.state)}</a>
          {due.since !== null && (
            <div class="small soft">
              {names.since.toLowerCase()} {dayText(due.since)}
            </div>
          )}
        </>
      ),
    },
    { name: names.documents, isNumber: true, isExtra: true, cell: ({ documents }) => number(documents) },
    {
      name: mode === 'tax' ? names.tax : names.exposure,
      isNumber: true,
      cell: (due) => (
        <a href={linkOf(due)} class="plain strong">
          {money(due.amount, due.currency)}
        </a>
      ),
    },
  ];
}

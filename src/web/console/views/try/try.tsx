import { Empty, FailureNote } from '../../base/loaded.tsx';
import { taxCodesOperation } from '../../base/operations.ts';
import { Page, Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { type Changes, withQuery } from '../../base/router.ts';
import { type Column, Table } from '../../base/table.tsx';
import { CodeList } from '../../base/tax-codes.tsx';
import type { ViewProps } from '../../base/view.ts';
import { money, percent, signedMoney, signedPercent } from '../../format/format.ts';
import { tryTexts as texts } from '../../texts/try.ts';
import { VariantForm } from './form.tsx';
import { type Difference, differencesOf, type Quote } from './quote.ts';
import { Explained, Result, useTrial } from './result.tsx';
import { askedOf, ifPrefix, readVariant } from './variant.ts';

const compare = 'compare';

/** A form that calculates while typing and shows every step, with an optional comparison. */
export function Try({ query }: ViewProps) {
  const catalogue = useQuery(taxCodesOperation, {});
  const codes = catalogue.data?.taxCodes?.nodes;
  const first = readVariant(query);
  const isCompared = query.get(compare) === '1';
  const second = isCompared ? readVariant(query, first) : null;
  const now = useTrial(codes ? askedOf(first, codes) : null);
  const then = useTrial(codes && second ? askedOf(second, codes) : null);
  const line = query.get('line') ?? '/items/0';
  const failure = catalogue.failure ?? catalogue.refused('taxCodes');
  const isBlank = first.place === '' && !first.items.some(({ price }) => price !== '');
  const { quote = null } = now ?? {};
  const ifQuote = then?.quote ?? null;
  return (
    <Page
      title={texts.title}
      about={texts.about}
      actions={
        <a class="button" href={isCompared ? withoutComparison(query) : withQuery({ [compare]: '1' })}>
          {isCompared ? texts.closeWhatIf : texts.whatIf}
        </a>
      }
    >
      <CodeList codes={codes ?? []} />
      {failure && <FailureNote failure={failure} again={catalogue.again} />}
      <div class="columns">
        <div class="stack-l">
          <Panel title={texts.form} aside={isBlank && <a href={withQuery(example)}>{texts.example}</a>}>
            <VariantForm label={texts.form} variant={first} base={null} />
          </Panel>
          {second && now && <Result title={texts.result} trial={now} line={line} />}
        </div>
        <div class="stack-l">
          {second ? (
            <>
              <Panel title={texts.formIf}>
                <VariantForm label={texts.formIf} variant={second} base={first} />
              </Panel>
              {then && <Result title={texts.resultIf} trial={then} line={line} />}
            </>
          ) : (
            now && (
              <>
                <Result title={texts.result} trial={now} line={line} />
                {quote && <Explained title={texts.why} quote={quote} line={line} other={null} />}
              </>
            )
          )}
        </div>
      </div>
      {second && quote && ifQuote && <Differences now={quote} then={ifQuote} />}
      {second && (
        <div class="columns">
          {quote && <Explained title={texts.why} quote={quote} line={line} other={ifQuote} />}
          {ifQuote && <Explained title={texts.whyIf} quote={ifQuote} line={line} other={quote} />}
        </div>
      )}
    </Page>
  );
}

const example: Changes = { place: '55401', items: 'C1S1:2:89.90:10,C1S2:1:45', ship: '9.90' };

function withoutComparison(query: URLSearchParams): string {
  const names = [...query.keys()].filter((name) => name.startsWith(ifPrefix));
  return withQuery({ [compare]: null, ...Object.fromEntries(names.map((name) => [name, null])) });
}

/** The changes from the first variant to the second. */
function Differences({ now, then }: { readonly now: Quote; readonly then: Quote }) {
  const { currency } = now;
  if (currency !== then.currency) {
    return (
      <Panel title={texts.differences.title}>
        <Empty title={texts.differences.currencies} />
      </Panel>
    );
  }
  const rows = differencesOf(now, then);
  const shown = (kind: Difference['kind'], value: string) =>
    kind === 'rate' ? percent(value) : money(value, currency);
  const columns: readonly Column<Difference>[] = [
    { name: texts.differences.columns.what, cell: ({ what }) => what },
    {
      name: texts.differences.columns.first,
      isNumber: true,
      isExtra: true,
      cell: ({ kind, first }) => shown(kind, first),
    },
    { name: texts.differences.columns.second, isNumber: true, cell: ({ kind, second }) => shown(kind, second) },
    {
      name: texts.differences.columns.difference,
      isNumber: true,
      cell: ({ kind, difference }) => (
        <strong>{kind === 'rate' ? signedPercent(difference) : signedMoney(difference, currency)}</strong>
      ),
    },
  ];
  return (
    <Panel title={texts.differences.title}>
      {rows.length === 0 ? (
        <Empty title={texts.differences.none} />
      ) : (
        <Table caption={texts.differences.title} columns={columns} rows={rows} keyOf={({ key }) => key} />
      )}
    </Panel>
  );
}

import { Page, Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { type Changes, withQuery } from '../../base/router.ts';
import { FailureNote } from '../../base/states.tsx';
import { CodeList } from '../../base/tax-codes/code-list.tsx';
import { taxCodesOperation } from '../../base/tax-codes/operations.ts';
import type { ViewProps } from '../../base/view.ts';
import { tryTexts as texts } from '../../texts/try.ts';
import { Differences } from './differences.tsx';
import { VariantForm } from './form.tsx';
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

import { Loaded } from '../../base/loaded.tsx';
import { taxCodesOperation } from '../../base/operations.ts';
import { Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { firstPage, withQuery } from '../../base/router.ts';
import { type Column, Table } from '../../base/table.tsx';
import { dayText } from '../../format/format.ts';
import { ratesTexts } from '../../texts/rates.ts';
import { coverageOperation } from './operations.ts';

const { coverage: texts } = ratesTexts;

const kinds = [
  'lawCodes',
  'authorityCodes',
  'severalSourcesCodes',
  'oneSourceCodes',
  'standardRateCodes',
  'noSourceCodes',
] as const;
type Row = { readonly kind: (typeof kinds)[number]; readonly codes: readonly string[] };

/** The evidence for the rules of a place, by kind. Each tax code links to its rates. */
export function Coverage({ place, taxCode }: { readonly place: string; readonly taxCode: string | null }) {
  const answer = useQuery(coverageOperation, { places: [place] });
  const catalogue = useQuery(taxCodesOperation, {}).data?.taxCodes?.nodes ?? [];
  const names = new Map(catalogue.map(({ code, name }) => [code, name]));
  return (
    <Panel title={texts.title}>
      <Loaded query={answer} field="ruleCoverage" lines={5}>
        {({ ruleCoverage }) => {
          const found = ruleCoverage?.places[0];
          if (!found) return null;
          const rows = kinds.map((kind): Row => ({ kind, codes: found[kind] })).filter(({ codes }) => codes.length > 0);
          const all = rows.reduce((sum, { codes }) => sum + codes.length, 0);
          const columns: readonly Column<Row>[] = [
            { name: texts.columns.evidence, cell: ({ kind }) => texts.evidence[kind] },
            { name: texts.columns.count, isNumber: true, cell: ({ codes }) => texts.share(codes.length, all) },
            {
              name: texts.columns.names,
              cell: ({ codes }) => (
                <ul class="codes small">
                  {codes.map((code) => (
                    <li key={code}>
                      <a href={withQuery({ code, ...firstPage })} aria-current={code === taxCode ? 'true' : undefined}>
                        {names.get(code) ?? code}
                      </a>
                    </li>
                  ))}
                </ul>
              ),
            },
          ];
          return (
            <>
              <p class="panel-body soft">{texts.about(found.name, all)}</p>
              <p class="panel-body soft">
                {texts.ratesAsOf(dayText(found.ratesAsOf))}
                {found.isOverdue && ` ${texts.overdue(found.nextChangeOn && dayText(found.nextChangeOn))}`}
              </p>
              <Table caption={texts.title} columns={columns} rows={rows} keyOf={({ kind }) => kind} />
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

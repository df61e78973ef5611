import { useEffect, useRef } from 'preact/hooks';
import { Sparkline } from '../../base/bars.tsx';
import { withQuery } from '../../base/router.ts';
import { isZero } from '../../format/decimal-text.ts';
import { monthText, shortMonth, today } from '../../format/format.ts';
import { placeName, placeParts } from '../../format/place-text.ts';
import { liabilityTexts as texts } from '../../texts/liability.ts';
import { type Asked, documentsOf, type MonthTable } from './months.ts';

type GridProps = {
  readonly asked: Asked;
  readonly table: MonthTable;
  readonly textOf: (figure: string) => string;
};

/** Places down, months across. Each figure links to its documents; each place and month to its breakdown. */
export function Grid({ asked, table: { currency, rows, totals, total }, textOf }: GridProps) {
  const { months, measure, place, month } = asked;
  const frame = useRef<HTMLDivElement>(null);
  // Scrolls to the latest months at the end, which narrow windows would hide.
  useEffect(() => {
    frame.current?.scrollTo({ left: frame.current.scrollWidth });
  }, [months.join()]);
  const caption = texts.table(texts.measures[measure]);
  const cell = (figure: string, of: string | null, some: readonly string[], isStrong = false) =>
    isZero(figure) ? (
      <span class="soft">–</span>
    ) : (
      <a class={isStrong ? 'plain strong' : 'plain'} href={documentsOf({ place: of, months: some, asked, currency })}>
        {textOf(figure)}
      </a>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: no landmark, and no fields.
    <div class="scroll grid" role="group" aria-label={caption} tabIndex={0} ref={frame}>
      <table>
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.place}</th>
            <th scope="col" class="extra">
              {texts.course}
            </th>
            {months.map((one) => (
              <th key={one} scope="col" class="number">
                <a
                  class={one === month ? 'chosen-month' : 'plain'}
                  href={withQuery({ month: one === month ? null : one })}
                  aria-current={one === month ? 'true' : undefined}
                  title={monthText(one)}
                >
                  {shortMonth(one)}
                </a>
                {one === today().slice(0, 7) && <span class="block">{texts.soFar}</span>}
              </th>
            ))}
            <th scope="col" class="number">
              {texts.total}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.place} class={row.place === place ? 'chosen' : undefined}>
              <th scope="row">
                <a
                  href={withQuery({ place: row.place === place ? null : row.place })}
                  aria-current={row.place === place ? 'true' : undefined}
                >
                  {placeName(placeParts(row.place))}
                </a>
              </th>
              <td class="extra course">
                <Sparkline values={row.figures.map(Number)} />
              </td>
              {row.figures.map((figure, index) => (
                <td key={months[index]} class="number">
                  {cell(figure, row.place, [months[index]!])}
                </td>
              ))}
              <td class="number">{cell(row.total, row.place, months, true)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{texts.total}</th>
            <td class="extra" />
            {totals.map((figure, index) => (
              <td key={months[index]} class="number">
                {cell(figure, null, [months[index]!])}
              </td>
            ))}
            <td class="number">{cell(total, null, months, true)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

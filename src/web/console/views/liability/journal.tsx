import { Csv } from '../../base/download.tsx';
import { Panel } from '../../base/page.tsx';
import { periodSoFar } from '../../format/period-text.ts';
import { liabilityTexts } from '../../texts/liability.ts';
import { type Asked, spanOf } from './months.ts';

const { journal: texts, wholeSpan } = liabilityTexts;

/** File names by format. DATEV reads only files whose names begin with EXTF. */
const files = { csv: 'journal', datev: 'EXTF_Buchungsstapel', quickbooks: 'journal-quickbooks', xero: 'journal-xero' };
const formats = ['csv', 'datev', 'quickbooks', 'xero'] as const;

/** The journal of a month, or of all months, to download. */
export function Journal({ asked: { month, months } }: { readonly asked: Asked }) {
  const { from, to } = spanOf(month === null ? months : [month]);
  return (
    <Panel title={texts.title(month === null ? wholeSpan : periodSoFar(month))}>
      <div class="panel-body stack">
        <p class="soft">{texts.about}</p>
        <div class="row">
          {formats.map((format) => (
            <Csv
              key={format}
              name={files[format]}
              path={`/v1/journal?from=${from}&to=${to}&format=${format}`}
              text={texts[format]}
            />
          ))}
        </div>
      </div>
    </Panel>
  );
}

import { Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { Loaded } from '../../base/states.tsx';
import { isZero } from '../../format/decimal-text.ts';
import { dayText, money, percent } from '../../format/format.ts';
import { documentTexts } from '../../texts/document.ts';
import { known, recordTexts } from '../../texts/records.ts';
import type { Line } from './lines.tsx';
import { whyOperation } from './operations.ts';
import { type Step, stepGroups, stepsOf } from './steps.ts';

const { why: texts } = documentTexts;

type WhyProps = { readonly serviceId: string; readonly currency: string; readonly line: Line };

/** Who taxes a line and how it came to that, with sources. */
export function Why({ serviceId, currency, line }: WhyProps) {
  const answer = useQuery(whyOperation, { by: { serviceId } });
  return (
    <Panel title={texts.title(line.name)}>
      <div class="panel-body stack">
        <section class="stack-s" aria-label={texts.jurisdictions}>
          <h3>{texts.jurisdictions}</h3>
          <Jurisdictions line={line} currency={currency} />
        </section>
        <section class="stack-s" aria-label={texts.steps}>
          <h3>{texts.steps}</h3>
          <Loaded query={answer} field="transaction" lines={6}>
            {({ transaction }) => {
              const steps = stepsOf(transaction?.trace ?? [], line.pointer);
              return (
                <ol class="steps">
                  {stepGroups
                    .filter((group) => steps[group].length > 0)
                    .map((group) => (
                      <li key={group}>
                        <h4>{texts.groups[group]}</h4>
                        <ol>
                          {steps[group].map((step, index) => (
                            <StepRow key={`${index} ${step.text}`} step={step} />
                          ))}
                        </ol>
                      </li>
                    ))}
                </ol>
              );
            }}
          </Loaded>
        </section>
      </div>
    </Panel>
  );
}

function StepRow({ step: { text, validFrom, sources } }: { readonly step: Step }) {
  return (
    <li>
      {text}
      {validFrom !== null && <span class="soft small"> {texts.sinceDay(dayText(validFrom))}</span>}
      {sources.length > 0 && (
        <details class="small soft">
          <summary>{texts.sources(sources.length)}</summary>
          <ul>
            {sources.map(({ title, url, readOn }) => (
              <li key={title}>
                {url === null ? (
                  title
                ) : (
                  <a href={url} target="_blank" rel="noreferrer">
                    {title}
                  </a>
                )}
                {readOn !== null && `, ${dayText(readOn)}`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

function Jurisdictions({ line, currency }: Omit<WhyProps, 'serviceId'>) {
  const { taxLines, taxRate, taxAmount } = line;
  if (taxLines.length === 0) return <p class="soft">{texts.none}</p>;
  const most = Math.max(...taxLines.map(({ appliedRate }) => Number(appliedRate)), 0);
  return (
    <ul class="rates">
      {taxLines.map(({ jurisdiction, appliedRate, taxAmount: amount, reason, exemptAmount }) => (
        <li key={jurisdiction.jurisdictionId}>
          <div class="rates-name">
            <span class="cut">{jurisdiction.name}</span>
            <span class="small soft">
              {known(recordTexts.levels, jurisdiction.level)}
              {reason !== 'TAXED' && ` · ${known(recordTexts.reasons, reason)}`}
              {!isZero(exemptAmount) && ` · ${texts.exempt(money(exemptAmount, currency))}`}
            </span>
          </div>
          <svg class="rates-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect class="rates-track" width="100" height="8" />
            <rect class="rates-fill" width={most === 0 ? 0 : (Number(appliedRate) / most) * 100} height="8" />
          </svg>
          <span class="number">{percent(appliedRate)}</span>
          <span class="number">{money(amount, currency)}</span>
        </li>
      ))}
      <li class="strong">
        <span>{texts.total}</span>
        <span />
        <span class="number">{percent(taxRate)}</span>
        <span class="number">{money(taxAmount, currency)}</span>
      </li>
    </ul>
  );
}

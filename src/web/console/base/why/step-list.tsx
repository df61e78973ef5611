import { dayText, spaced, withAmounts } from '../../format/format.ts';
import { whyTexts as texts } from '../../texts/documents.ts';
import { type SentStep, type Source, type Step, stepGroups, stepsOf } from './steps.ts';

type StepListProps = {
  readonly trace: readonly SentStep[];
  readonly currency: string;
  /** The line that the steps explain. */
  readonly pointer: string;
  /** Whether to mark a step as different from another calculation. */
  readonly isDifferent?: (text: string) => boolean;
};

/** The calculation of a line as numbered steps, each with its sources. */
export function StepList({ trace, currency, pointer, isDifferent = () => false }: StepListProps) {
  const steps = stepsOf(trace, pointer);
  return (
    <ol class="steps">
      {stepGroups
        .filter((group) => steps[group].length > 0)
        .map((group) => (
          <li key={group}>
            <h4>{texts.groups[group]}</h4>
            <ol>
              {steps[group].map((step, index) => (
                <StepRow
                  key={`${index} ${step.text}`}
                  step={step}
                  currency={currency}
                  isDifferent={isDifferent(step.text)}
                />
              ))}
            </ol>
          </li>
        ))}
    </ol>
  );
}

type StepRowProps = { readonly step: Step; readonly currency: string; readonly isDifferent: boolean };

function StepRow({ step: { text, validFrom, sources }, currency, isDifferent }: StepRowProps) {
  const shown = spaced(withAmounts(text, currency));
  return (
    <li>
      {isDifferent ? <mark>{shown}</mark> : shown}
      {validFrom !== null && <span class="soft small"> {texts.sinceDay(dayText(validFrom))}</span>}
      <Sources sources={sources} />
    </li>
  );
}

export function Sources({ sources }: { readonly sources: readonly Source[] }) {
  if (sources.length === 0) return null;
  return (
    <details class="small soft">
      <summary>{texts.sources(sources.length)}</summary>
      <ul>
        {sources.map(({ title, url, readOn }) => (
          <li key={title}>
            <SourceLink title={title} url={url} />
            {readOn !== null && `, ${dayText(readOn)}`}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The title of a source, which is a link if it has a URL. */
export function SourceLink({ title, url }: Pick<Source, 'title' | 'url'>) {
  if (url === null) return <>{title}</>;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {title}
    </a>
  );
}

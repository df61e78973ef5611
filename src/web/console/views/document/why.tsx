import { Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { Loaded } from '../../base/states.tsx';
import { JurisdictionBars } from '../../base/why/jurisdiction-bars.tsx';
import { StepList } from '../../base/why/step-list.tsx';
import { whyTexts as texts } from '../../texts/why.ts';
import type { Line } from './lines.tsx';
import { whyOperation } from './operations.ts';

type WhyProps = { readonly serviceId: string; readonly currency: string; readonly line: Line };

/** The authorities that tax a line, the steps of its calculation, and the sources. */
export function Why({ serviceId, currency, line }: WhyProps) {
  const answer = useQuery(whyOperation, { by: { serviceId } });
  return (
    <Panel title={texts.title(line.name)}>
      <div class="panel-body stack">
        <section class="stack-s" aria-label={texts.jurisdictions}>
          <h3>{texts.jurisdictions}</h3>
          <JurisdictionBars line={line} currency={currency} />
        </section>
        <section class="stack-s" aria-label={texts.steps}>
          <h3>{texts.steps}</h3>
          <Loaded query={answer} field="transaction" lines={6}>
            {({ transaction }) => (
              <StepList trace={transaction?.trace ?? []} currency={currency} pointer={line.pointer} />
            )}
          </Loaded>
        </section>
      </div>
    </Panel>
  );
}

import { useState } from 'preact/hooks';
import { Action } from '../../base/dialog.tsx';
import { ImpactShown, returnableIn } from '../../base/exemptions/impact.tsx';
import { impactOperation } from '../../base/exemptions/operations.ts';
import type { Run } from '../../base/exemptions/refund-dialog.tsx';
import { RefundsStored, RefundTaxDialog } from '../../base/exemptions/refund-dialog.tsx';
import { Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { navigate, withQuery } from '../../base/router.ts';
import { isDay } from '../../format/format.ts';
import { certificateTexts, impactTexts } from '../../texts/certificates.ts';

const { effect: texts } = certificateTexts;

type EffectProps = { readonly serviceId: string; readonly isWhole: boolean; readonly query: URLSearchParams };

const dayIn = (text: string | null) => (isDay(text) ? text : null);

/** The hypothetical effect of the certificate. Loaded on demand, because it reads every invoice of the customer. */
export function Effect({ serviceId, isWhole, query }: EffectProps) {
  const isShown = query.get('effect') === 'shown';
  const [from, to] = [dayIn(query.get('from')), dayIn(query.get('to'))];
  const asked = { input: { exemption: { stored: { serviceId } }, from, to } };
  const answer = useQuery(impactOperation, isShown ? asked : null);
  const [run, setRun] = useState<Run | null>(null);
  const setDay = (name: string) => (event: { readonly currentTarget: { readonly value: string } }) =>
    navigate(withQuery({ [name]: event.currentTarget.value }), { replace: true });
  const canReturn = isShown && returnableIn(answer.data).length > 0;
  return (
    <Panel
      title={texts.title}
      aside={
        canReturn &&
        isWhole && (
          <Action text={impactTexts.refund.open}>
            {(close) => <RefundTaxDialog serviceId={serviceId} from={from} to={to} onClose={close} onDone={setRun} />}
          </Action>
        )
      }
    >
      <div class="panel-body stack">
        <p class="soft">{texts.note}</p>
        {isShown ? (
          <form class="row no-print" onSubmit={(event) => event.preventDefault()}>
            <label class="inline">
              {texts.from}
              <input type="date" value={from ?? ''} onChange={setDay('from')} />
            </label>
            <label class="inline">
              {texts.to}
              <input type="date" value={to ?? ''} onChange={setDay('to')} />
            </label>
          </form>
        ) : (
          <p>
            <a class="button" href={withQuery({ effect: 'shown' })}>
              {texts.show}
            </a>
          </p>
        )}
        {canReturn && !isWhole && <p class="small soft">{texts.partly}</p>}
        {run && <RefundsStored runs={[run]} />}
      </div>
      {isShown && <ImpactShown query={answer} />}
    </Panel>
  );
}

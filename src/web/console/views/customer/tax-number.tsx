import { useState } from 'preact/hooks';
import { Badge } from '../../base/badge.tsx';
import { type Answer, change } from '../../base/client.ts';
import type { ResultOf } from '../../base/graphql.ts';
import { Empty, Loaded } from '../../base/loaded.tsx';
import { Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { refusalOf } from '../../base/refusal.ts';
import { instantText } from '../../format/format.ts';
import { customerTexts } from '../../texts/customers.ts';
import { known } from '../../texts/records.ts';
import { checkTaxNumberOperation, taxNumberChecksOperation } from './operations.ts';
import { countryOfNumber, spellings } from './tax-number-parts.ts';

const { taxNumber: texts } = customerTexts;

type TaxNumberProps = { readonly taxNumber: string | null; readonly country: string | null };

export function TaxNumber({ taxNumber, country }: TaxNumberProps) {
  return (
    <Panel title={texts.title}>
      {taxNumber === null ? (
        <Empty title={texts.none}>{texts.noneText}</Empty>
      ) : (
        <Checks taxNumber={taxNumber} country={countryOfNumber(taxNumber, country)} />
      )}
    </Panel>
  );
}

type Validation = ResultOf<typeof checkTaxNumberOperation>['validateTaxNumber'];

function Checks({ taxNumber, country }: { readonly taxNumber: string; readonly country: string | null }) {
  const answer = useQuery(taxNumberChecksOperation, { numbers: spellings(taxNumber, country) });
  const [told, setTold] = useState<Answer<{ validateTaxNumber: Validation }> | 'checking' | null>(null);
  const check = async () => {
    if (country === null) return;
    setTold('checking');
    setTold(await change(checkTaxNumberOperation, { input: { countryCode: country, vatNumber: taxNumber } }));
  };
  return (
    <div class="panel-body stack">
      <div class="row between">
        <code class="strong">{taxNumber}</code>
        <button type="button" disabled={country === null || told === 'checking'} onClick={check}>
          {told === 'checking' ? texts.checking : texts.check}
        </button>
      </div>
      {country === null && <p class="small soft">{texts.country}</p>}
      <div role="status">{told !== null && told !== 'checking' && <Told told={told} />}</div>
      <Loaded query={answer} field="taxNumberChecks" lines={2}>
        {({ taxNumberChecks }) =>
          !taxNumberChecks || taxNumberChecks.nodes.length === 0 ? (
            <p class="small soft">{texts.noHistory}</p>
          ) : (
            <ul class="plain-list" aria-label={texts.history}>
              {taxNumberChecks.nodes.map((one) => (
                <li key={one.serviceId} class="row between">
                  <span>
                    {one.register} <span class="soft small">{instantText(one.checkedAt)}</span>
                    <span class="small soft">
                      {' '}
                      {[one.name, one.consultationNumber && `${texts.consultation} ${one.consultationNumber}`]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </span>
                  <Badge tone={one.isRegistered ? 'good' : 'bad'}>
                    {one.isRegistered ? texts.registered : texts.notRegistered}
                  </Badge>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}

const tones = { VALID: 'good', INVALID: 'bad', FORMAT_ONLY: 'accent', UNAVAILABLE: 'warn' } as const;

function Told({ told }: { readonly told: Answer<{ validateTaxNumber: Validation }> }) {
  const validation = told.kind === 'data' ? told.data.validateTaxNumber : null;
  if (validation?.__typename !== 'TaxNumberValidation') {
    const refusal =
      told.kind === 'data' && validation === null
        ? told.refused.get('validateTaxNumber')?.message
        : refusalOf(told, ({ validateTaxNumber }) => validateTaxNumber ?? { __typename: '' });
    return <p class="problem">{refusal}</p>;
  }
  return (
    <p class="row">
      <Badge tone={tones[validation.status] ?? 'plain'}>{known(texts.statuses, validation.status)}</Badge>
      <span>{validation.message}</span>
    </p>
  );
}

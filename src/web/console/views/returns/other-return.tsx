import { useState } from 'preact/hooks';
import { Problem } from '../../base/change-form.tsx';
import { Field, Select } from '../../base/field.tsx';
import { ecSalesListPath, liabilityPath, returnLink } from '../../base/links.ts';
import { Panel } from '../../base/page.tsx';
import { navigate } from '../../base/router.ts';
import { addMonths, today } from '../../format/format.ts';
import { daysOf } from '../../format/period.ts';
import { stateCodes, stateName } from '../../format/place-text.ts';
import { recordTexts } from '../../texts/records.ts';
import { returnsTexts } from '../../texts/returns.ts';

const { other: texts } = returnsTexts;

const isPlace = (text: string) => /^[A-Z]{2}(-[A-Z0-9]{1,4})?$/.test(text);

/** Opens the return of any place and period. */
export function OtherReturn() {
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const sent = new FormData(event.currentTarget as HTMLFormElement);
    const [place = '', period = '', scheme = ''] = ['place', 'period', 'scheme'].map((name) =>
      String(sent.get(name) ?? '')
        .trim()
        .toUpperCase(),
    );
    if (!isPlace(place)) return setProblem(texts.wrongPlace);
    if (!daysOf(period)) return setProblem(texts.wrongPeriod);
    navigate(returnLink({ place, period, scheme }));
  };
  const links = (
    <div class="row small no-print">
      <a href={liabilityPath}>{texts.liability}</a>
      <a href={ecSalesListPath}>{texts.salesList}</a>
    </div>
  );
  return (
    <Panel title={texts.title} aside={links} class="no-print">
      <form class="panel-body stack" onSubmit={submit}>
        <p class="small soft">{texts.about}</p>
        <div class="other-return">
          <label>
            {texts.place}
            <input
              name="place"
              required
              autocomplete="off"
              spellcheck={false}
              placeholder={texts.placeHint}
              list="places"
            />
            <datalist id="places">
              {stateCodes.map((code) => (
                <option key={code} value={`US-${code}`}>
                  {stateName(code)}
                </option>
              ))}
            </datalist>
          </label>
          <Field
            label={texts.period}
            name="period"
            required
            spellcheck={false}
            defaultValue={addMonths(today().slice(0, 7), -1)}
            title={texts.periodHint}
          />
          <Select label={texts.scheme} name="scheme" choices={recordTexts.schemes} />
          <button type="submit">{texts.open}</button>
        </div>
        <Problem text={problem} />
      </form>
    </Panel>
  );
}

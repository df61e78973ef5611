import { Problem } from '../../base/change-form.tsx';
import { stateCodes, stateName } from '../../format/place-text.ts';
import { newCertificateTexts as texts } from '../../texts/certificates.ts';
import { recordTexts } from '../../texts/records.ts';
import { reasons, type TypedTerms } from './terms.ts';

type FormProps = {
  readonly typed: TypedTerms;
  readonly onType: (typed: TypedTerms) => void;
  readonly onFile: (file: File | null) => void;
  readonly problem: string | null;
  readonly onPreview: () => void;
};

const acceptedFiles = 'application/pdf,image/png,image/jpeg,image/webp,image/tiff';

export function Form({ typed, onType, onFile, problem, onPreview }: FormProps) {
  const set = (change: Partial<TypedTerms>) => onType({ ...typed, ...change });
  const setText = (name: keyof TypedTerms) => (event: { readonly currentTarget: { readonly value: string } }) =>
    set({ [name]: event.currentTarget.value });
  const toggle = (code: string) => {
    const isChosen = typed.states.includes(code);
    set({ states: isChosen ? typed.states.filter((one) => one !== code) : [...typed.states, code].sort() });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onPreview();
  };
  return (
    <form class="panel-body stack" onSubmit={submit}>
      <fieldset>
        <legend>{texts.states}</legend>
        <p class="small soft">{texts.statesNote}</p>
        <div class="toggles">
          {stateCodes.map((code) => (
            <label key={code} class="toggle" title={stateName(code)}>
              <input
                type="checkbox"
                class="hidden"
                aria-label={stateName(code)}
                checked={typed.states.includes(code)}
                onChange={() => toggle(code)}
              />
              <span>{code}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div class="fields">
        <label>
          {texts.number}
          <input
            value={typed.number}
            maxLength={256}
            autocomplete="off"
            spellcheck={false}
            onInput={setText('number')}
          />
          <span class="small soft">{texts.numberNote}</span>
        </label>
        <label>
          {texts.reason}
          <select value={typed.reason} onChange={setText('reason')}>
            <option value="">{texts.noReason}</option>
            {reasons.map((reason) => (
              <option key={reason} value={reason}>
                {recordTexts.exemptionReasons[reason]}
              </option>
            ))}
          </select>
        </label>
        <label>
          {texts.from}
          <input type="date" value={typed.from} onInput={setText('from')} />
          <span class="small soft">{texts.noDay}</span>
        </label>
        <label>
          {texts.to}
          <input type="date" value={typed.to} onInput={setText('to')} />
          <span class="small soft">{texts.noDay}</span>
        </label>
        <label>
          {texts.covers}
          <select
            value={typed.isPartly ? 'partly' : 'fully'}
            onChange={({ currentTarget: { value } }) => set({ isPartly: value === 'partly' })}
          >
            <option value="fully">{texts.fully}</option>
            <option value="partly">{texts.partly}</option>
          </select>
        </label>
        {typed.isPartly && (
          <label>
            {texts.share}
            <input value={typed.percentage} inputMode="decimal" autocomplete="off" onInput={setText('percentage')} />
          </label>
        )}
        <label>
          {texts.codes}
          <input value={typed.codes} autocomplete="off" spellcheck={false} onInput={setText('codes')} />
          <span class="small soft">{texts.codesNote}</span>
        </label>
        <label>
          {texts.file}
          <input
            type="file"
            accept={acceptedFiles}
            onChange={({ currentTarget: { files } }) => onFile(files?.[0] ?? null)}
          />
          <span class="small soft">{texts.fileNote}</span>
        </label>
      </div>
      <Problem text={problem} />
      <p>
        <button type="submit" class="primary">
          {texts.preview}
        </button>
      </p>
    </form>
  );
}

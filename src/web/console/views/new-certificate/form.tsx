import { Problem } from '../../base/change-form.tsx';
import { Field } from '../../base/field.tsx';
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
        <Field
          label={texts.number}
          hint={texts.numberNote}
          value={typed.number}
          maxLength={256}
          spellcheck={false}
          onInput={setText('number')}
        />
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
        <Field label={texts.from} hint={texts.noDay} type="date" value={typed.from} onInput={setText('from')} />
        <Field label={texts.to} hint={texts.noDay} type="date" value={typed.to} onInput={setText('to')} />
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
          <Field label={texts.share} value={typed.percentage} inputMode="decimal" onInput={setText('percentage')} />
        )}
        <Field
          label={texts.codes}
          hint={texts.codesNote}
          value={typed.codes}
          spellcheck={false}
          onInput={setText('codes')}
        />
        <Field
          label={texts.file}
          hint={texts.fileNote}
          type="file"
          accept={acceptedFiles}
          onChange={({ currentTarget: { files } }) => onFile(files?.[0] ?? null)}
        />
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

import { useEffect, useRef } from 'preact/hooks';
import { Field } from '../../base/field.tsx';
import { navigate, withQuery } from '../../base/router.ts';
import { codeListId } from '../../base/tax-codes.tsx';
import { today } from '../../format/format.ts';
import { tryTexts as texts } from '../../texts/try.ts';
import { CustomerField } from './customer.tsx';
import { blankItem, type TypedItem, type Variant, writeVariant } from './variant.ts';

const pauseMs = 350;

type FormProps = {
  readonly label: string;
  readonly variant: Variant;
  /** The first variant, which the second one modifies. */
  readonly base: Variant | null;
};

/** The fields update the URL after a pause in typing, and the new URL starts the calculation. */
export function VariantForm({ label, variant, base }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const typing = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(typing.current), []);
  // Only runs when the URL differs, because the fields have newer input until there is a pause in typing.
  useEffect(() => fill(form.current, variant), [JSON.stringify(variant)]);
  const write = (next: Variant) => {
    clearTimeout(typing.current); // The pending input is part of `next`, and its timer must not undo a selection made in the meantime.
    navigate(withQuery(writeVariant(next, base)), { replace: true });
  };
  const typed = () => readForm(form.current, variant);
  const onInput = () => {
    clearTimeout(typing.current);
    typing.current = setTimeout(() => write(typed()), pauseMs);
  };
  const change = (items: readonly TypedItem[]) => write({ ...typed(), items });
  return (
    <form
      ref={form}
      class="try-form"
      aria-label={label}
      onInput={onInput}
      onSubmit={(event) => {
        event.preventDefault();
        write(typed());
      }}
    >
      <div class="try-fields">
        <label class="try-place">
          {texts.place}
          <input name="place" defaultValue={variant.place} autocomplete="off" placeholder={texts.placeHint} />
        </label>
        <Field label={texts.day} name="day" type="date" defaultValue={variant.day || today()} />
        <Field label={texts.shipping} name="ship" inputMode="decimal" defaultValue={variant.ship} />
        {variant.customer.trim() === '' && (
          <label>
            {texts.type}
            <select name="type" defaultValue={variant.type.trim() || 'RETAIL'}>
              {Object.entries(texts.types).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <CustomerField id={variant.customer.trim()} onChoose={(customer) => write({ ...typed(), customer })} />
      <label class="check">
        <input name="incl" type="checkbox" value="1" defaultChecked={variant.incl.trim() !== ''} />
        {texts.inclusive}
      </label>
      <fieldset class="stack-s">
        <legend>{texts.items}</legend>
        {variant.items.map((item, index) => (
          <fieldset key={index} class="try-item">
            <legend class="hidden">{texts.item(index + 1)}</legend>
            <label>
              {texts.code}
              <input
                name="code"
                type="search"
                list={codeListId}
                defaultValue={item.code}
                autocomplete="off"
                placeholder={texts.codeHint}
              />
            </label>
            <Field label={texts.quantity} name="quantity" inputMode="decimal" defaultValue={item.quantity} />
            <Field label={texts.price} name="price" inputMode="decimal" defaultValue={item.price} />
            <Field label={texts.discount} name="discount" inputMode="decimal" defaultValue={item.discount} />
            {variant.items.length > 1 && (
              <button
                type="button"
                class="quiet icon-button"
                aria-label={texts.remove(index + 1)}
                onClick={() => change(typed().items.filter((_item, other) => other !== index))}
              >
                ×
              </button>
            )}
          </fieldset>
        ))}
        <div>
          <button type="button" onClick={() => change([...typed().items, blankItem])}>
            {texts.add}
          </button>
        </div>
      </fieldset>
    </form>
  );
}

function readForm(form: HTMLFormElement | null, before: Variant): Variant {
  if (!form) return before;
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '').trim();
  const column = (name: string) => data.getAll(name).map(String);
  const [codes, quantities, prices, discounts] = ['code', 'quantity', 'price', 'discount'].map(column);
  const type = text('type');
  const day = text('day');
  return {
    place: text('place'),
    day: day === today() ? '' : day,
    type: type === 'RETAIL' ? '' : type,
    customer: before.customer,
    ship: text('ship'),
    incl: text('incl'),
    items: (codes ?? []).map((code, index) => ({
      code,
      quantity: quantities?.[index] ?? '',
      price: prices?.[index] ?? '',
      discount: discounts?.[index] ?? '',
    })),
  };
}

/** Applies the URL, for example after the browser's back button, except to the field being edited. */
function fill(form: HTMLFormElement | null, variant: Variant): void {
  if (!form) return;
  const set = (field: Element | RadioNodeList | null, value: string) => {
    const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
    if (isField && field !== document.activeElement && field.value !== value) field.value = value;
  };
  const { elements } = form;
  set(elements.namedItem('place'), variant.place.trim());
  set(elements.namedItem('day'), variant.day.trim() || today());
  set(elements.namedItem('ship'), variant.ship.trim());
  set(elements.namedItem('type'), variant.type.trim() || 'RETAIL');
  const box = elements.namedItem('incl');
  if (box instanceof HTMLInputElement) box.checked = variant.incl.trim() !== '';
  for (const name of ['code', 'quantity', 'price', 'discount'] as const) {
    form.querySelectorAll(`[name="${name}"]`).forEach((field, index) => {
      set(field, variant.items[index]?.[name] ?? '');
    });
  }
}

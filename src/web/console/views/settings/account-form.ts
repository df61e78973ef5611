import type { RootOf, VariablesOf } from '../../base/graphql.ts';
import type { accountTexts as texts } from '../../texts/settings.ts';
import type { accountOperation, updateAccountOperation } from './operations.account.ts';

export type Account = RootOf<typeof accountOperation, 'account'>;
type Input = VariablesOf<typeof updateAccountOperation>['input'];

/** The settings of the form: all but `journal`. A setting without a text in `texts.fields` does not compile. */
type FieldName =
  | Exclude<keyof Input, 'homeAddress' | 'require' | 'journal'>
  | keyof NonNullable<Input['homeAddress']>
  | keyof NonNullable<Input['require']>;
export type ChoiceName = keyof typeof texts.choices;

type FormField = {
  readonly name: FieldName;
  readonly kind: 'choice' | 'flag' | 'text' | 'currency' | 'number' | 'day';
  readonly mostCharacters?: number;
};
type Section = { readonly name: keyof typeof texts.sections; readonly fields: readonly FormField[] };

const text = (name: FieldName, mostCharacters: number): FormField => ({ name, kind: 'text', mostCharacters });
const currency = (name: FieldName): FormField => ({ name, kind: 'currency', mostCharacters: 3 });
const choice = (name: ChoiceName): FormField => ({ name, kind: 'choice' });
const flag = (name: FieldName): FormField => ({ name, kind: 'flag' });

export const sections: readonly Section[] = [
  {
    name: 'home',
    fields: [text('country', 60), text('state', 50), text('city', 100), text('zip', 20), choice('dayOfInstant')],
  },
  {
    name: 'collection',
    fields: [
      choice('collectionPolicy'),
      choice('euDistanceSales'),
      flag('oneStopShop'),
      flag('sellerIsSmallBusiness'),
      choice('deliveryFees'),
      { name: 'joinedSimplifiedSellersUseTaxOn', kind: 'day' },
      choice('latePolicy'),
    ],
  },
  {
    name: 'currency',
    fields: [currency('defaultCurrency'), currency('reportingCurrency'), text('defaultTaxCode', 50)],
  },
  {
    name: 'rounding',
    fields: [
      choice('roundingLevel'),
      choice('roundingMode'),
      choice('inclusiveRounding'),
      choice('exemptInclusivePrice'),
      flag('discountCoversShipping'),
      choice('shippingTaxMethod'),
    ],
  },
  {
    name: 'checks',
    fields: [
      choice('precision'),
      flag('complete'),
      choice('taxCode'),
      { name: 'ratesAsOf', kind: 'day' },
      flag('nexusNotices'),
      { name: 'expiringSoonDays', kind: 'number' },
      flag('requireEvidence'),
    ],
  },
];

const homeFields: readonly FieldName[] = ['country', 'state', 'city', 'zip'];
const requireFields: readonly FieldName[] = ['precision', 'complete', 'taxCode', 'ratesAsOf'];

/** The value of an account setting, as text for its form field; empty if it is not set. */
export function valueIn(account: Account, name: FieldName): string {
  const { homeAddress, require, ...rest } = account;
  const values: Readonly<Record<string, unknown>> = { ...rest, ...homeAddress, ...require };
  const value = values[name];
  return value === null || value === undefined ? '' : String(value);
}

/** The settings that the form changes; null if nothing changes. An empty field clears its setting. */
export function changesIn(account: Account, form: FormData): Input | null {
  const changed: Record<string, unknown> = {};
  const put = (name: FieldName, value: unknown) => {
    const group = homeFields.includes(name) ? 'homeAddress' : requireFields.includes(name) ? 'require' : null;
    if (group === null) changed[name] = value;
    else changed[group] = { ...(changed[group] as object | undefined), [name]: value };
  };
  for (const { name, kind } of sections.flatMap(({ fields }) => fields)) {
    const typed = String(form.get(name) ?? '').trim();
    const sent = kind === 'flag' ? String(typed === 'on') : kind === 'currency' ? typed.toUpperCase() : typed;
    if (sent === valueIn(account, name)) continue;
    put(name, kind === 'flag' ? sent === 'true' : sent === '' ? null : kind === 'number' ? Number(sent) : sent);
  }
  return Object.keys(changed).length === 0 ? null : (changed as Input);
}

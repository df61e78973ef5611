import { useState } from 'preact/hooks';
import { ChangeForm } from '../../base/change-form.tsx';
import { CheckBox, Field, Select } from '../../base/field.tsx';
import { Loaded } from '../../base/loaded.tsx';
import { testClockOperation } from '../../base/operations.ts';
import { Panel } from '../../base/page.tsx';
import { useQuery } from '../../base/query.ts';
import { attempt } from '../../base/refusal.ts';
import { instantText } from '../../format/format.ts';
import { accountTexts as texts } from '../../texts/settings.ts';
import { type Account, type ChoiceName, changesIn, sections, valueIn } from './account-form.ts';
import { accountOperation, updateAccountOperation } from './operations.account.ts';

export function AccountTab() {
  const answer = useQuery(accountOperation, {});
  return (
    <Loaded query={answer} field="account" lines={16}>
      {({ account }) =>
        account && (
          <>
            {account.kind === 'TEST' && <TestClock />}
            <AccountForm account={account} />
          </>
        )
      }
    </Loaded>
  );
}

/** Only test tenants have a clock; for other tenants, the query returns an error. */
function TestClock() {
  const { data } = useQuery(testClockOperation, {});
  const clock = data?.testClock;
  return (
    <p class="small soft">
      {texts.testTenant} {clock && !clock.isReal && texts.clockAt(instantText(clock.now))}
    </p>
  );
}

function AccountForm({ account }: { readonly account: Account }) {
  const [said, setSaid] = useState('');
  const save = async (_typed: unknown, form: FormData) => {
    setSaid('');
    const input = changesIn(account, form);
    const refusal = input && (await attempt(updateAccountOperation, { input }));
    if (refusal === null) setSaid(input ? texts.saved : texts.unchanged);
    return refusal;
  };
  return (
    <ChangeForm confirm={texts.save} send={save} said={said} onInput={() => setSaid('')}>
      <p class="small soft">
        {account.name} · {texts.id} <code>{account.tenantId}</code>
      </p>
      {sections.map(({ name, fields }) => (
        <Panel key={name} title={texts.sections[name]}>
          <div class="panel-body settings-fields">
            {fields.map((field) => (
              // If the gateway normalizes a value, such as a country to its code, that value replaces the input.
              <Setting key={`${field.name} ${valueIn(account, field.name)}`} account={account} {...field} />
            ))}
          </div>
        </Panel>
      ))}
    </ChangeForm>
  );
}

type SettingProps = (typeof sections)[number]['fields'][number] & { readonly account: Account };

function Setting({ account, name, kind, mostCharacters }: SettingProps) {
  const value = valueIn(account, name);
  const label = texts.fields[name];
  if (kind === 'flag') {
    return <CheckBox label={label} name={name} defaultChecked={value === 'true'} />;
  }
  if (kind === 'choice') return <Choice label={label} name={name as ChoiceName} value={value} />;
  return (
    <Field
      label={label}
      name={name}
      type={kind === 'day' ? 'date' : kind === 'number' ? 'number' : 'text'}
      maxLength={mostCharacters}
      pattern={kind === 'currency' ? '[A-Za-z]{3}' : undefined}
      defaultValue={value}
      spellcheck={false}
    />
  );
}

type ChoiceProps = { readonly label: string; readonly name: ChoiceName; readonly value: string };

/** The choices include a value from a later release, for which this release has no label. */
function Choice({ label, name, value }: ChoiceProps) {
  const choices: Readonly<Record<string, string>> = texts.choices[name];
  const shown = Object.hasOwn(choices, value) ? choices : { [value]: value, ...choices };
  return <Select label={label} name={name} choices={shown} value={value} />;
}

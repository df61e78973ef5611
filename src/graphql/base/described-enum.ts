import { builder } from './builder.ts';

export function describedEnum<Value extends string>(
  name: string,
  description: string,
  values: Readonly<Record<Value, string>>,
) {
  return builder.enumType(name, { description, values: describedValues(values) });
}

function describedValues<Value extends string>(descriptions: Readonly<Record<Value, string>>) {
  const names = Object.keys(descriptions) as Value[];
  return Object.fromEntries(names.map((name) => [name, { value: name, description: descriptions[name] }])) as {
    readonly [Name in Value]: { readonly value: Name; readonly description: string };
  };
}

import type { Operation, OperationExample } from '../http/operation.ts';
import type { Route } from '../http/route.ts';

type CodeSample = { readonly lang: string; readonly label: string; readonly source: string };

/** An example request as a command to copy, with the token in `TOLLGATE_TOKEN`. */
type Shown = {
  readonly method: string;
  readonly url: string;
  readonly hasToken: boolean;
  readonly body: Body | null;
};
type Body =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'form'; readonly field: string; readonly file: string }
  | { readonly kind: 'file'; readonly mediaType: string; readonly file: string };

/** The first example of an operation as code in several languages. */
export function codeSamples(route: Route, operation: Operation, origin: string): readonly CodeSample[] {
  const [example = { summary: '', status: 200 }] = Object.values(operation.examples);
  const shown: Shown = {
    method: route.method,
    url: origin + pathOf(route.path, example),
    hasToken: route.scopes !== null,
    body: bodyOf(operation, example),
  };
  return [
    { lang: 'Shell', label: 'curl', source: inCurl(shown) },
    { lang: 'TypeScript', label: 'TypeScript', source: inTypeScript(shown) },
    { lang: 'Python', label: 'Python', source: inPython(shown) },
    ...('document' in operation.graphql
      ? [{ lang: 'GraphQL', label: 'GraphQL', source: inGraphql(operation.graphql.document, operation) }]
      : []),
  ];
}

/** The document over several lines, with the variables of the first example that has some as a comment. */
function inGraphql(document: string, { examples }: Operation): string {
  const { variables = {} } = Object.values(examples).find((example) => example.variables !== undefined) ?? {};
  if (Object.keys(variables).length === 0) return indentedSelections(document);
  const shown = JSON.stringify(variables, null, 2).replaceAll(/^/gm, '# ');
  return `# Variables:\n${shown}\n${indentedSelections(document)}`;
}

/** Arguments, in parentheses, stay on the line of their field. */
function indentedSelections(document: string): string {
  const tokens = document.match(/\([^()]*\)|[{}]|\.\.\. on \w+|\w+: \w+|\w+/g) ?? [];
  let depth = 0;
  return tokens
    .map((token) => {
      if (token === '}') depth -= 1;
      const line = `\n${'  '.repeat(depth)}`;
      if (token === '{') depth += 1;
      if (token === '{') return ' {';
      return token.startsWith('(') ? `${depth === 0 ? ' ' : ''}${token}` : `${line}${token}`;
    })
    .join('')
    .trimStart();
}

function pathOf(path: string, { path: values = {}, query = {} }: OperationExample): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? `{${name}}`));
  const search = new URLSearchParams(query).toString();
  return search ? `${filled}?${search}` : filled;
}

function bodyOf({ body }: Operation, example: OperationExample): Body | null {
  if (!body || example.body === undefined) return null;
  if (!body.mediaType) return { kind: 'json', value: example.body };
  if (body.mediaType !== 'multipart/form-data') {
    return { kind: 'file', mediaType: body.mediaType, file: 'certificate.pdf' };
  }
  const [field = 'file'] = typeof example.body === 'object' && example.body !== null ? Object.keys(example.body) : [];
  return { kind: 'form', field, file: field === 'file' ? 'orders.csv' : 'exemptions.csv' };
}

function inCurl({ method, url, hasToken, body }: Shown): string {
  const lines = [
    `curl -X ${method} '${url}'`,
    ...(hasToken ? [`-H "Authorization: Bearer $TOLLGATE_TOKEN"`] : []),
    ...(body?.kind === 'json'
      ? [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body.value, null, 2).replaceAll("'", `'\\''`)}'`]
      : []),
    ...(body?.kind === 'form' ? [`-F '${body.field}=@${body.file}'`] : []),
    ...(body?.kind === 'file' ? [`-H 'Content-Type: ${body.mediaType}'`, `--data-binary @${body.file}`] : []),
  ];
  return lines.join(' \\\n  ');
}

function inTypeScript({ method, url, hasToken, body }: Shown): string {
  const type = body?.kind === 'json' ? 'application/json' : body?.kind === 'file' ? body.mediaType : null;
  const headers = [
    ...(hasToken ? ["Authorization: 'Bearer ' + process.env.TOLLGATE_TOKEN"] : []),
    ...(type === null ? [] : [`'Content-Type': '${type}'`]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join(', ')} }`] : []),
    ...(body ? [`body: ${bodyInTypeScript(body)}`] : []),
  ];
  const imports = body && body.kind !== 'json' ? `import { readFile } from 'node:fs/promises';\n\n` : '';
  const form =
    body?.kind === 'form'
      ? `const form = new FormData();\nform.append('${body.field}', new Blob([await readFile('${body.file}')]), '${body.file}');\n`
      : '';
  const sent = options.length > 0 ? `, {\n${options.map((option) => `  ${option},\n`).join('')}}` : '';
  return `${imports}${form}const response = await fetch('${url}'${sent});\nif (!response.ok) throw new Error(await response.text());\nconsole.log(await response.text());`;
}

function bodyInTypeScript(body: Body): string {
  if (body.kind === 'form') return 'form';
  if (body.kind === 'file') return `await readFile('${body.file}')`;
  return `JSON.stringify(${indented(JSON.stringify(body.value, null, 2), '  ')})`;
}

function inPython({ method, url, hasToken, body }: Shown): string {
  const headers = [
    ...(hasToken ? [`"Authorization": f"Bearer {os.environ['TOLLGATE_TOKEN']}"`] : []),
    ...(body?.kind === 'file' ? [`"Content-Type": "${body.mediaType}"`] : []),
  ];
  const options = [
    `"${method}"`,
    `"${url}"`,
    ...(headers.length > 0 ? [`headers={${headers.join(', ')}}`] : []),
    ...(body?.kind === 'json' ? [`json=${indented(pythonText(body.value), '    ')}`] : []),
    ...(body?.kind === 'form' ? [`files={"${body.field}": open("${body.file}", "rb")}`] : []),
    ...(body?.kind === 'file' ? [`data=open("${body.file}", "rb")`] : []),
  ];
  const imports = hasToken ? 'import os\n\nimport requests' : 'import requests';
  return `${imports}\n\nresponse = requests.request(\n${options.map((option) => `    ${option},\n`).join('')})\nresponse.raise_for_status()\nprint(response.text)`;
}

/** Python differs from JSON only in three words. */
function pythonText(value: unknown): string {
  const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
  return JSON.stringify(value, null, 4).replaceAll(
    /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g,
    (token) => words[token] ?? token,
  );
}

function indented(text: string, by: string): string {
  return text.replaceAll('\n', `\n${by}`);
}

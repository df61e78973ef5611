import { fileURLToPath } from 'node:url';

/** The compiled product: what runs in production is what is measured. */
export const builtMain = pathOf('main');
export const builtCli = pathOf('cli/tollgate');

type Modules = {
  'reference/bundled': typeof import('../../src/reference/bundled.ts');
  'tax/assess': typeof import('../../src/tax/assess.ts');
  'tax/numbers/decimal': typeof import('../../src/tax/numbers/decimal.ts');
};

export async function importBuilt<Name extends keyof Modules>(name: Name): Promise<Modules[Name]> {
  return import(pathOf(name));
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url));
}

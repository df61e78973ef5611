import { fileURLToPath } from 'node:url';

/** The built product: what runs in production is what is measured. */
export const builtMain = pathOf('main');
export const builtCli = pathOf('cli/tollgate');

function pathOf(name: string): string {
  return fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url));
}

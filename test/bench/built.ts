import { fileURLToPath } from 'node:url';

/** The built product, so that the bench measures what runs in production. */
export const builtMain = pathOf('main');
export const builtCli = pathOf('cli/tollgate');

function pathOf(name: string): string {
  return fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url));
}

import { fileURLToPath } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };

/** The built product, so that the bench measures what runs in production. */
export const builtMain = pathOf('main');
export const builtCli = pathOf('cli/tollgate');

/** What `npm start` gives Node. */
export const nodeOptions = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'));

type Bundler = { bundle(source: string, folder: string, entrances: readonly string[]): Promise<void> };

/** Builds the hand-written server like the gateway, as both run the same code for the tax; returns its path. */
export async function buildHandWritten(): Promise<string> {
  const bundler = new URL('../../src/build/bundle.mjs', import.meta.url).href;
  const { bundle } = (await import(bundler)) as Bundler;
  const folder = 'test/dist.bench';
  await bundle('test/bench', folder, ['hand-written']);
  return fileURLToPath(new URL(`../../${folder}/hand-written.js`, import.meta.url));
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url));
}

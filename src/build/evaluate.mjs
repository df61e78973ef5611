import { rolldown } from 'rolldown';

/**
 * Bundles a module given as text, including its TypeScript imports, and returns its exports. Paths are relative to the
 * root.
 */
export async function evaluate(text) {
  const made = await rolldown({
    input: 'entry',
    platform: 'node',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? `${process.cwd()}/entry.mjs` : null),
        load: (id) => (id === `${process.cwd()}/entry.mjs` ? { code: text, moduleType: 'js' } : null),
      },
    ],
  });
  const { output } = await made.generate({ format: 'esm' });
  await made.close();
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
}

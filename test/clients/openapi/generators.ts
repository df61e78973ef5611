import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateSource } from 'oazapfts';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { generate } from 'openapi-typescript-codegen';

/** Code generators, called as users would: each writes a client for the OpenAPI document to a folder. */
export const generators: Readonly<Record<string, (document: string, folder: string) => Promise<void>>> = {
  'openapi-typescript': async (document, folder) =>
    writeFileSync(join(folder, 'tollgate.ts'), astToString(await openapiTypescript(new URL(`file://${document}`)))),
  oazapfts: async (document, folder) =>
    writeFileSync(
      join(folder, 'tollgate.ts'),
      await generateSource(document, { argumentStyle: 'object', useUnknown: true }),
    ),
  'openapi-typescript-codegen': (document, folder) =>
    generate({ input: document, output: join(folder, 'tollgate'), useOptions: true, useUnionTypes: true }),
};

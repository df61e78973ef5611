import { citedSources } from '../../../base/citation.ts';
import { field, type RecordOf, record } from '../../../base/record.ts';
import { periodText } from '../../../base/report-period.ts';
import type { ShopScheme } from '../../../nexus/one-stop-shop.ts';
import { intervat } from './intervat.ts';
import { modelo369 } from './modelo-369.ts';
import { oss001 } from './oss-001.ts';
import { ossei1 } from './ossei1.ts';
import type { ShopContent } from './shop-content.ts';
import { type ShopFormat, shopFileFormat } from './shop-format.ts';
import { table } from './table.ts';
import { unionSchema } from './union-schema.ts';

/** The formats of the Union scheme, by member state of identification. */
const national: Readonly<Record<string, ShopFormat>> = { ES: modelo369, SE: oss001, BE: intervat, CZ: ossei1 };

export const shopFileTypes = [table, modelo369, intervat].map(({ mediaType }) => mediaType.split(';', 1)[0]!);

export const knownShopFiles =
  'Union-scheme returns use the format of Spain (form 369), Sweden (OSS_001), Belgium (Intervat) or Czechia (OSSEI1) if filed there, otherwise the XML schema of the EU, as published by Slovakia. Other schemes use CSV. `RETURN_INCOMPLETE` lists all missing or unsupported content, such as a missing VAT number.';

export const shopFile = record(
  'OneStopShopFile',
  'The one-stop-shop return as a file for the portal of its member state.',
  {
    name: field.text('File name, with the member state and the period.', {
      examples: ['oss-ES-2026-Q2.txt'],
    }),
    format: field.choice(
      shopFileFormat,
      'File format, which depends on the scheme and the member state of identification.',
    ),
    mediaType: field.text('Its `Content-Type` in REST.', { examples: ['text/plain; charset=utf-8'] }),
    text: field.text('Content of the file, in UTF-8.'),
    sources: citedSources('Source of the format.'),
  },
);
export type ShopFile = RecordOf<typeof shopFile>;

export function formatOf({ scheme, filedIn }: { readonly scheme: ShopScheme; readonly filedIn: string }): ShopFormat {
  return scheme === 'UNION_ONE_STOP_SHOP' ? (national[filedIn] ?? unionSchema) : table;
}

export function writtenFile(content: ShopContent): ShopFile {
  const { format, extension, mediaType, source, write } = formatOf(content);
  const prefix = content.scheme === 'IMPORT_ONE_STOP_SHOP' ? 'ioss' : 'oss';
  const name = `${prefix}-${content.filedIn}-${periodText(content)}.${extension}`;
  return { name, format, mediaType, source, text: write(content) };
}

import { taxCode } from '../../domain/lookups/catalogue.ts';
import { taxCodeList } from '../../domain/lookups/tax-code-list.ts';
import { searchTaxCodes } from '../../usecases/lookups/search-tax-codes.ts';
import { recordType } from '../base/record-type.ts';
import { pagesOfWholeList } from '../base/whole-list.ts';
import { listField } from '../lists/declared-list.ts';

listField(taxCodeList, recordType(taxCode), async (ctx, filter, page) =>
  pagesOfWholeList(page, await searchTaxCodes(ctx, filter), ({ code }) => code),
);

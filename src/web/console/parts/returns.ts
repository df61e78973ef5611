import { EcSalesList } from '../views/ec-sales-list/ec-sales-list.tsx';
import { Liability } from '../views/liability/liability.tsx';
import { ReturnView } from '../views/return/return.tsx';
import { Returns } from '../views/returns/returns.tsx';

export const returnsPart = { Returns, ReturnView, Liability, EcSalesList };

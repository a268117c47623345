import { PAID_PRODUCTS, PAYMENT_KINDS } from '@lectern/contracts/billing/listed-payment';
import { dayFilter, type ListShape } from '../../components/console/list-view.ts';
import { KIND_WORDS, PRODUCT_WORDS } from './payment-words.ts';

/** The filters and orders of the list of payments. Days are those of the association. */
export const PAYMENT_SHAPE: ListShape = {
  filters: [
    {
      key: 'kind',
      label: 'Kind',
      all: 'All but payouts',
      options: PAYMENT_KINDS.map((value) => ({ value, label: KIND_WORDS[value].all })),
    },
    {
      key: 'product',
      label: 'Product',
      all: 'All products',
      options: PAID_PRODUCTS.map((value) => ({ value, label: PRODUCT_WORDS[value] })),
    },
    dayFilter('madeFrom', 'Made from'),
    dayFilter('madeUntil', 'Made until'),
  ],
  sorts: ['createdAt', 'amount'],
};

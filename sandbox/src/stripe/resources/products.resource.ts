import { listPage, PAGE_SHAPE } from '../api/list-page.ts';
import {
  boolean,
  isWithin,
  list,
  mergeMetadata,
  metadata,
  optional,
  range,
  text,
  unsettable,
  withoutEffect,
} from '../api/param.ts';
import { route, type StripeRoute } from '../api/stripe-route.ts';
import type { StripeAccount } from '../stripe-account.ts';
import { StripeError } from '../stripe-error.ts';
import { stripeId } from '../stripe-id.ts';
import type { StripeTables } from '../tables.ts';

type Product = StripeTables['products'];

/** A new product, announced. */
export const createProduct = (
  account: StripeAccount,
  given: { id?: string; name: string } & Partial<
    Pick<Product, 'active' | 'description' | 'images' | 'metadata' | 'url' | 'unit_label' | 'statement_descriptor'>
  >,
): Product => {
  const id = given.id ?? stripeId('prod', 14);
  if (account.store.get('products', id) !== undefined)
    throw new StripeError(400, {
      code: 'resource_already_exists',
      message: `Product already exists: ${id}`,
      param: 'id',
    });
  const now = account.now();
  const product: Product = {
    id,
    object: 'product',
    active: given.active ?? true,
    created: now,
    default_price: null,
    description: given.description ?? null,
    images: given.images ?? [],
    livemode: false,
    marketing_features: [],
    metadata: given.metadata ?? {},
    name: given.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: given.statement_descriptor ?? null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: given.unit_label ?? null,
    updated: now,
    url: given.url ?? null,
  };
  return account.add('products', product, 'product.created');
};

const COMMON = {
  active: optional(boolean()),
  images: optional(list(text(), 8)),
  metadata: optional(metadata()),
  shippable: withoutEffect(),
  tax_code: withoutEffect(),
  statement_descriptor: optional(text(22)),
};

export const productRoutes: StripeRoute[] = [
  route(
    'POST',
    '/v1/products',
    {
      ...COMMON,
      id: optional(text(255)),
      name: text(),
      description: optional(text()),
      url: optional(text()),
      unit_label: optional(text(12)),
      type: withoutEffect(),
    },
    (account, params) => createProduct(account, { ...params, metadata: mergeMetadata({}, params.metadata) }),
  ),
  route(
    'GET',
    '/v1/products',
    {
      ...PAGE_SHAPE,
      active: optional(boolean()),
      created: optional(range()),
      ids: optional(list(text())),
      url: optional(text()),
    },
    (account, params) => {
      const { active, created, ids, url } = params;
      const found = account.store
        .all('products')
        .filter(
          (each) =>
            (active === undefined || each.active === active) &&
            isWithin(created, each.created) &&
            (ids === undefined || ids.includes(each.id)) &&
            (url === undefined || each.url === url),
        );
      return listPage(found, params, '/v1/products');
    },
  ),
  route('GET', '/v1/products/:id', {}, (account, _params, { id }) => account.find('products', id)),
  route(
    'POST',
    '/v1/products/:id',
    {
      ...COMMON,
      name: optional(text()),
      description: unsettable(text()),
      url: unsettable(text()),
      unit_label: unsettable(text(12)),
      default_price: optional(text()),
    },
    (account, params, { id }) => {
      const product = account.find('products', id);
      if (params.default_price !== undefined) account.find('prices', params.default_price, 'default_price');
      const { metadata: change, ...rest } = params;
      const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
      return account.change(
        'products',
        product,
        { ...given, metadata: mergeMetadata(product.metadata, change), updated: account.now() },
        'product.updated',
      );
    },
  ),
];

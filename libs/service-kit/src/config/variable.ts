import 'reflect-metadata';
import type * as z from 'zod/mini';

const VARIABLES = Symbol('lectern:variables');
type Schemas = ReadonlyMap<string, z.ZodMiniType>;

const schemasOf = (prototype: object): Schemas =>
  (Reflect.getMetadata(VARIABLES, prototype) as Schemas | undefined) ?? new Map();

/**
 * An environment variable that is named like the property and read by `schema` (`variable-schemas.ts`). It is required
 * unless the property has a default or the schema is a `z.optional`. A class that overrides the property keeps the schema.
 * Does not compile where the schema reads another type than that of the property.
 */
export const Variable =
  <T>(schema: z.ZodMiniType<T>) =>
  <C extends object, K extends string & keyof C>(
    prototype: C,
    name: K & ([T] extends [C[K]] ? unknown : never),
  ): void => {
    Reflect.defineMetadata(VARIABLES, new Map([...schemasOf(prototype), [name, schema]]), prototype);
  };

/** The schemas of a configuration class by variable, those of the classes that it extends first. */
export const variablesOf = (Config: new () => object): Schemas => schemasOf(Config.prototype as object);

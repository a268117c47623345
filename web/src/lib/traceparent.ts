const hex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * A new `traceparent` value for one call, which links everything that the servers do for it: trace id, span id and an unset "recorded"
 * flag (https://www.w3.org/TR/trace-context/#traceparent-header). Random each time, so that it does not identify the caller.
 */
export const newTraceparent = (): string => `00-${hex(16)}-${hex(8)}-00`;

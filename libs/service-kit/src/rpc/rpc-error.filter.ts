import { Catch, type RpcExceptionFilter } from '@nestjs/common';
import { type Observable, throwError } from 'rxjs';

/** Hands what a handler threw to the transport as it is. Nest's own filter would make a sentence of it and drop the code. */
@Catch()
export class RpcErrorFilter implements RpcExceptionFilter<unknown> {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

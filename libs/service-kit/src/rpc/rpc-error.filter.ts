import { Catch, type RpcExceptionFilter } from '@nestjs/common';
import { type Observable, throwError } from 'rxjs';

/** Passes a handler's error to the transport unchanged. Nest's own filter would turn it into a message and drop the code. */
@Catch()
export class RpcErrorFilter implements RpcExceptionFilter<unknown> {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

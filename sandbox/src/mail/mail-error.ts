/** One entry of SendGrid's `{"errors":[…]}`. */
export interface MailError {
  message: string;
  field: string | null;
  help: string | null;
}

/** Stops the reading of a request at its first fault. */
export class MailRefusal extends Error {
  readonly status: number;
  readonly field: string | null;

  constructor(message: string, field: string | null = null, status = 400) {
    super(message);
    this.name = 'MailRefusal';
    this.status = status;
    this.field = field;
  }

  toBody(): { errors: MailError[] } {
    const section = this.field?.split('.')[0] ?? '';
    const help =
      section === '' ? null : `http://sendgrid.com/docs/API_Reference/Web_API_v3/Mail/errors.html#message.${section}`;
    return { errors: [{ message: this.message, field: this.field, help }] };
  }
}

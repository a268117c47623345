/** A refusal in the shape of Zoom's REST API: a status, and a code of its own with a message. */
export class ZoomRefusal extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.name = 'ZoomRefusal';
    this.status = status;
    this.code = code;
  }

  toBody(): { code: number; message: string } {
    return { code: this.code, message: this.message };
  }
}

/** A refusal of the token endpoint, which has a shape of its own. */
export class ZoomOAuthRefusal extends Error {
  readonly error: string;
  readonly status: number;

  constructor(error: string, reason: string, status = 400) {
    super(reason);
    this.name = 'ZoomOAuthRefusal';
    this.error = error;
    this.status = status;
  }

  toBody(): { reason: string; error: string } {
    return { reason: this.message, error: this.error };
  }
}

import { describe, expect, it } from 'vitest';
import { checkMessage } from './send-message.ts';

const good = { name: 'Ada', email: 'ada@example.com', message: 'When is the next session?' };

describe('a contact message', () => {
  it('may be sent when it is complete', () => {
    expect(checkMessage(good)).toBeNull();
    expect(checkMessage({ ...good, message: '  0123456789  ' })).toBeNull();
  });

  it('needs every field before anything else', () => {
    expect(checkMessage({ ...good, name: '  ', email: 'nowhere' })).toMatchObject({
      field: 'name',
      fields: { name: 'Enter your name' },
      toast: { description: 'Please fill out all fields.' },
    });
    expect(checkMessage({ name: '', email: '', message: '' })?.fields).toEqual({
      name: 'Enter your name',
      email: 'Enter your email address',
      message: 'Enter your message',
    });
  });

  it('needs an email address', () => {
    expect(checkMessage({ ...good, email: 'nowhere' })).toMatchObject({
      field: 'email',
      fields: { email: 'Please enter a valid email address.' },
    });
  });

  it('needs ten characters that are not blanks', () => {
    expect(checkMessage({ ...good, message: '012345678 ' })).toMatchObject({
      field: 'message',
      toast: { title: 'Message too short', description: 'Please provide a more detailed message.' },
    });
  });

  it('is refused as by the server where the specification names no title', () => {
    expect(checkMessage({ ...good, name: 'x'.repeat(101) })?.toast).toEqual({
      title: 'Error sending message',
      description: 'Name must be 100 characters or less',
      variant: 'destructive',
    });
    expect(checkMessage({ ...good, message: 'x'.repeat(5_001) })?.toast.title).toBe('Error sending message');
  });
});

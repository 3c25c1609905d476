/** New identifiers. Calls carry theirs to models too, so it is short and of the characters every service takes. */
import { randomBytes } from 'node:crypto';
import { CallId, JobId, MessageId } from '@portolan/contract/ids';

export const newMessageId = (): MessageId => MessageId.parse(`m_${randomBytes(16).toString('base64url')}`);
export const newCallId = (): CallId => CallId.parse(`call_${randomBytes(15).toString('base64url')}`);
export const newJobId = (): JobId => JobId.parse(`job_${randomBytes(12).toString('base64url')}`);

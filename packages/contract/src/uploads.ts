/** Files on their way to the host: in chunks, in order, so that no frame is too large and the way can be seen and stopped. */
import * as z from 'zod/mini';
import { request } from './define.ts';

/** Bytes of one chunk before base64. */
export const uploadChunk = 768 * 1024;

export const StagedId = z.string().check(z.minLength(1), z.maxLength(64));

/** What is said before the first chunk. */
export const beginUpload = request(z.object({ fileName: z.string().check(z.maxLength(1024)), bytes: z.number().check(z.int(), z.minimum(1)) }), z.object({ stagedId: z.string() }));
/** In order and without gaps. */
export const appendUpload = request(z.object({ stagedId: StagedId, offset: z.number().check(z.int(), z.minimum(0)), data: z.string().check(z.maxLength(1_100_000)) }), z.object({ received: z.number() }));
/** What was sent is let go. */
export const discardUpload = request(z.object({ stagedId: StagedId }), z.object({}));

import { encodeJson } from './encode-json.ts'
import type { Frame } from './frames.ts'

/**
 * The text of a frame. Half of a surrogate pair, as output of programs can end with, becomes U+FFFD.
 *
 * @throws GatewayError `INTERNAL` for what cannot be JSON, or has a key that every reader refuses
 */
export const encodeFrame = (frame: Frame): string => encodeJson(frame)

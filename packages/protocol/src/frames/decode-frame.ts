import { visibleText } from '@poundlock/spec'
import { GatewayError } from '../errors/gateway-error.ts'
import { decodeJson } from './decode-json.ts'
import type { FrameLimits } from './frame-limits.ts'
import { shapeProblem } from './frame-shape.ts'
import type { Frame } from './frames.ts'

/**
 * Reads one frame, as strictly as anything that is decided by: limits before anything else, strict UTF-8, JSON without
 * repeated keys, broken characters or the key `__proto__`, and no field that a frame does not have. Parameters, results
 * and data are objects still to be checked: see `readParams`.
 *
 * @throws GatewayError `BAD_FRAME`, `FRAME_TOO_LARGE`; no other error, whatever the text
 */
export function decodeFrame(source: string | Uint8Array, limits: FrameLimits): Frame {
  const value = decodeJson(source, limits)
  const problem = shapeProblem(value)
  if (problem !== null) {
    const { path, expected } = problem
    const where = path === '' ? 'The frame' : visibleText(path)
    throw new GatewayError(`${where}: expected ${expected}.`, { code: 'BAD_FRAME', path, expected })
  }
  return value as Frame
}

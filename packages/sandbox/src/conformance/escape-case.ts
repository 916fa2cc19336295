import gathered from './corpus/escapes.json' with { type: 'json' }
import later from './corpus/later-steps.json' with { type: 'json' }
import moreEscapes from './corpus/more-escapes.json' with { type: 'json' }
import corners from './corpus/odd-corners.json' with { type: 'json' }
import routes from './corpus/other-routes.json' with { type: 'json' }
import own from './corpus/own-escapes.json' with { type: 'json' }
import unusual from './corpus/unusual-ways.json' with { type: 'json' }

/**
 * `escape`: an effect outside the sandbox; `leak`: a secret of the host read; `surface`: something reachable that an
 * attack could start from; `resource`: no limit; `plant`: a file left that something of the host executes later.
 */
export type EscapeKind = 'escape' | 'leak' | 'surface' | 'resource' | 'plant'

/** One attempt to get out of a sandbox, or to do harm from inside. */
export interface EscapeCase {
  /** Short and stable, for naming a case that fails. */
  readonly id: string
  /** What it tries to do. */
  readonly kind: EscapeKind
  /** What it goes through, for example `procfs` or `unix-socket`. */
  readonly category: string
  /** `root`: only meaningful when the backend runs as root. */
  readonly as: 'any' | 'root'
  /** Run by a shell inside. `$HOSTDIR`, `$WS` and the like are replaced by what the ground has. */
  readonly command: string
  /** `host: ` a shell test outside, `stdout: ` a pattern of the output; it succeeded when either is found. */
  readonly probe: string
  /** For people; one that names a signal has it sent to the first process meanwhile. */
  readonly note?: string
}

/** The attempts, gathered from advisories, from the tests of other sandboxes, and our own. */
export const ESCAPE_CASES: readonly EscapeCase[] = [
  ...gathered,
  ...own,
  ...moreEscapes,
  ...routes,
  ...unusual,
  ...corners,
  ...later,
] as readonly EscapeCase[]

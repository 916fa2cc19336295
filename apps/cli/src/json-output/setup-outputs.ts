import { Type } from '@poundlock/spec/schema'
import { document } from './json-output.ts'
import { orNull } from './shapes.ts'

/** What these commands print for `--json`. */
export const SETUP_OUTPUTS = {
  hook: document(
    Type.Object({
      file: Type.String(),
      changed: Type.Boolean(),
      backup: Type.Optional(Type.String()),
      note: orNull(Type.String()),
    }),
  ),
  init: document(
    Type.Object({
      agents: Type.Array(
        Type.Enum(['claude-code', 'codex', 'cursor', 'cursor-hooks', 'gemini', 'openclaw', 'vscode', 'windsurf']),
      ),
      presets: Type.Array(Type.Enum(['crates', 'debian', 'github-read', 'go', 'npm', 'pypi'])),
      changes: Type.Array(Type.String()),
      written: Type.Boolean(),
      selfTest: Type.Optional(
        Type.Array(
          Type.Object({
            command: Type.String(),
            expected: Type.Enum(['allow', 'ask', 'contained']),
            outcome: Type.String(),
            holds: Type.Boolean(),
            because: Type.String(),
          }),
        ),
      ),
    }),
  ),
  uninstall: document(
    Type.Object({
      changes: Type.Array(Type.String()),
      written: Type.Boolean(),
      problems: Type.Array(Type.String()),
      kept: Type.String(),
    }),
  ),
  doctor: document(
    Type.Object({
      ok: Type.Boolean(),
      findings: Type.Array(Type.Object({ name: Type.String(), ok: Type.Boolean(), message: Type.String() })),
    }),
  ),
}

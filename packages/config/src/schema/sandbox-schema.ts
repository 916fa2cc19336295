// As a namespace, a bundler leaves out what is not used; the ready-made `Type` holds all of it.
import * as Type from 'typebox'

const Path = Type.String({ minLength: 1, pattern: '^(?:/|~/|~$)', description: 'Absolute, or below ~.' })

/** `sandbox`: what contains commands. */
export const Sandbox = Type.Object(
  {
    fileMode: Type.Optional(
      Type.Enum(['workspace-only', 'allow-list', 'off'], {
        description: 'What of the disk is there. Default: workspace-only.',
      }),
    ),
    network: Type.Optional(Type.Enum(['off', 'on'], { description: 'Default: off.' })),
    readPaths: Type.Optional(Type.Array(Path, { description: 'Readable besides the system and the workspace.' })),
    writePaths: Type.Optional(Type.Array(Path, { description: 'Writable besides the workspace.' })),
    hiddenPaths: Type.Optional(Type.Array(Path, { description: 'Never visible.' })),
    protectedPaths: Type.Optional(
      Type.Array(Type.String({ minLength: 1, pattern: '^(?!/)(?!.*(?:^|/)\\.\\.(?:/|$)).+$' }), {
        description: 'Read-only inside the workspace; relative to it.',
      }),
    ),
    limits: Type.Optional(
      Type.Object(
        {
          processes: Type.Optional(Type.Integer({ minimum: 8, maximum: Number.MAX_SAFE_INTEGER })),
          memoryBytes: Type.Optional(Type.Integer({ minimum: 16_777_216, maximum: Number.MAX_SAFE_INTEGER })),
          openFiles: Type.Optional(Type.Integer({ minimum: 16, maximum: Number.MAX_SAFE_INTEGER })),
          fileBytes: Type.Optional(Type.Integer({ minimum: 4096, maximum: Number.MAX_SAFE_INTEGER })),
          cpuSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
        },
        { additionalProperties: false, description: 'Upper bounds for one command.' },
      ),
    ),
    renderer: Type.Optional(
      Type.Enum(['auto', 'namespaces', 'bubblewrap', 'landlock'], {
        description:
          'How commands are contained: the strongest that is proven to work here (auto, default), or only this.',
      }),
    ),
    onUnavailable: Type.Optional(
      Type.Enum(['refuse', 'degrade'], {
        description: 'When this machine cannot contain: refuse (default), or run with less and say so.',
      }),
    ),
  },
  { additionalProperties: false },
)

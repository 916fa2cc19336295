import { closedObject, Type } from '@poundlock/spec/schema'

/** `undo`: what is kept of a workspace, so that changes of agents can be taken back. */
export const Undo = closedObject({
  enabled: Type.Optional(
    Type.Boolean({
      description: 'Whether what calls change in the workspace is kept for `poundlock undo`. Default: true.',
    }),
  ),
  required: Type.Optional(
    Type.Boolean({
      description:
        'Whether a call does not run where what it may change cannot be kept. Default: false: it runs, and says so.',
    }),
  ),
  maxBytes: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2 ** 50,
      description: 'Bytes that are kept for each workspace; the oldest runs are forgotten first. Default: 4 GiB.',
    }),
  ),
  maxAge: Type.Optional(
    Type.String({
      pattern: '^[1-9][0-9]{0,4}[mhdw]$',
      description: 'How long runs are kept: 30m, 12h, 7d, 2w. Default: 7d.',
    }),
  ),
  ignore: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 255, pattern: '^[^/]+$' }), {
      maxItems: 1000,
      description:
        'Names of folders whose content is not kept, in the place of the default: node_modules, .venv, venv, __pycache__, .tox, .pnpm-store.',
    }),
  ),
})

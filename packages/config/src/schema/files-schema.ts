import { closedObject, Type } from '@poundlock/spec/schema'
import { WORKSPACE_PATH } from './workspace-path.ts'

const Paths = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 4096 }), { maxItems: 1000, description })

const PathRules = (description: string) =>
  closedObject(
    {
      allow: Type.Optional(Paths('Without asking. Absolute, below ~, or relative to the workspace; `*`, `**`, `?`.')),
      ask: Type.Optional(Paths('Only after asking.')),
      deny: Type.Optional(Paths('Never.')),
    },
    { description },
  )

/** `tools.fs`: which files may be touched. */
export const Files = closedObject({
  readScope: Type.Optional(
    Type.Enum(['workspace', 'all'], {
      description: 'Outside a sandbox: which files may be read without asking. Default: workspace.',
    }),
  ),
  read: Type.Optional(PathRules('What may be read, besides the scope.')),
  write: Type.Optional(PathRules('What may be written and deleted, besides the workspace.')),
  protectedPaths: Type.Optional(
    Type.Array(Type.String({ minLength: 1, pattern: WORKSPACE_PATH }), {
      maxItems: 1000,
      description: 'Never written without asking; relative to the workspace.',
    }),
  ),
})

const Domain = Type.String({
  pattern:
    '^(?:\\*|(?:\\*\\.)?[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?(?:\\.[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?)*)$',
  maxLength: 253,
})

const Search = closedObject(
  {
    provider: Type.Enum(['brave', 'tavily', 'searxng'], { description: 'Who is asked.' }),
    endpoint: Type.Optional(
      Type.String({ pattern: '^https?://', maxLength: 2048, description: 'Where; needed for searxng.' }),
    ),
    keyFrom: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
        description: 'The environment variable with the key. Do not write keys into this file.',
      }),
    ),
  },
  { description: 'How WebSearch searches. Counts in the user’s own file only.' },
)

/** `tools.web`: which hosts the web tools may contact, and how they search. */
export const Web = closedObject({
  allowDomains: Type.Optional(
    Type.Array(Domain, {
      maxItems: 1000,
      description:
        'Contacted without asking; when it holds anything, every other host asks. `*.example.com` is every host below.',
    }),
  ),
  denyDomains: Type.Optional(Type.Array(Domain, { maxItems: 1000, description: 'Never contacted, with all below.' })),
  search: Type.Optional(Search),
})

import { closedObject, Type } from '@poundlock/spec/schema'

const Text = (description: string) => Type.String({ minLength: 1, maxLength: 8192, description })
const ToolPatterns = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { maxItems: 1000, description })
const Seconds = (description: string) =>
  Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 86_400, description }))

/** One server of the Model Context Protocol: a program (`command`) or an address (`url`); `check-servers.ts` sees to it. */
const McpServer = closedObject(
  {
    type: Type.Optional(
      Type.Enum(['stdio', 'http', 'sse'], { description: 'How to connect. Default: by command or url.' }),
    ),
    command: Type.Optional(Text('The program. ${VAR} and ${VAR:-default} are filled in, here and below.')),
    args: Type.Optional(
      Type.Array(Type.String({ maxLength: 8192 }), { maxItems: 1000, description: 'Its arguments.' }),
    ),
    env: Type.Optional(
      Type.Record(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]*$' }), Type.String(), {
        additionalProperties: false,
        description: 'Environment variables that it gets.',
      }),
    ),
    passEnvironment: Type.Optional(
      Type.Array(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]*\\*?$' }), {
        description: 'Variables of yours that pass besides the harmless ones; `*` at the end for a prefix.',
      }),
    ),
    cwd: Type.Optional(Text('Where it starts; the workspace unless set.')),
    url: Type.Optional(
      Type.String({ pattern: '^https?://', maxLength: 8192, description: 'The address of the server.' }),
    ),
    headers: Type.Optional(
      Type.Record(Type.String({ pattern: '^[A-Za-z0-9-]+$' }), Type.String(), {
        additionalProperties: false,
        description: 'Sent with every request.',
      }),
    ),
    enabled: Type.Optional(Type.Boolean({ description: 'False to leave it out. Default: true.' })),
    includeTools: Type.Optional(ToolPatterns('Only these of its tools; `*` for any characters.')),
    excludeTools: Type.Optional(ToolPatterns('Not these of its tools; wins.')),
    permissions: Type.Optional(
      Type.Record(
        Type.String({ minLength: 1, maxLength: 256 }),
        Type.Enum(['read-only', 'workspace-write', 'danger-full-access']),
        {
          description:
            'The permission that its tools need, by name or pattern. Default: what their annotations say, or full access.',
        },
      ),
    ),
    inputs: Type.Optional(
      Type.Record(
        Type.String({ minLength: 1, maxLength: 256 }),
        Type.Record(
          Type.String({ minLength: 1, maxLength: 256 }),
          Type.Enum(['read', 'write', 'delete', 'url', 'command', 'none']),
        ),
        {
          description:
            'What the inputs of its tools name, by tool or pattern and by input. Default: an input that looks like a file, an address or a command counts as one.',
        },
      ),
    ),
    pins: Type.Optional(
      Type.Enum(['first-use', 'explicit'], {
        description: 'Whether its tools are accepted as first seen (default), or only by `poundlock mcp trust`.',
      }),
    ),
    sandbox: Type.Optional(
      Type.Boolean({
        description:
          'True: the program runs in the sandbox of commands. False: in none. Default: in a sandbox with a manifest of what it needs (`poundlock mcp needs`).',
      }),
    ),
    network: Type.Optional(
      Type.Enum(['off', 'allowlist', 'on'], {
        description:
          'The network that it has in the sandbox. Default: the hosts of its manifest; with `sandbox: true` the value of sandbox.network.',
      }),
    ),
    sampling: Type.Optional(
      Type.Boolean({ description: 'Whether it may send requests to the model. Default: false.' }),
    ),
    elicitation: Type.Optional(Type.Boolean({ description: 'Whether it may ask you questions. Default: false.' })),
    timeoutSeconds: Seconds('How long a call may take without a sign of progress. Default: 60.'),
    maxCallSeconds: Seconds('How long a call may take in all. Default: 3600.'),
    startTimeoutSeconds: Seconds('How long it may take to introduce itself. Default: 60.'),
    idleSeconds: Seconds('How long it is kept without a call. Default: 600.'),
    maxResultCharacters: Type.Optional(
      Type.Integer({
        minimum: 1000,
        maximum: 10_000_000,
        description: 'Longer results are written to a file. Default: 100000.',
      }),
    ),
  },
  { title: 'a server such as { "command": "npx", "args": ["-y", "some-mcp-server"] }' },
)

/** `mcpServers`: by name. */
export const McpServers = Type.Record(Type.String({ pattern: '^[^\\u0000-\\u001f\\u007f]{1,128}$' }), McpServer, {
  additionalProperties: false,
  maxProperties: 1000,
  description: 'Servers of the Model Context Protocol whose tools agents may be given.',
})

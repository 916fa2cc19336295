import type { ExecAsk, PermissionMode } from '@poundlock/spec'
import type {
  AgentLayer,
  ElevatedLayer,
  ExecLayer,
  FilesLayer,
  NetworkLayer,
  NetworkMode,
  PolicyLayer,
  RuleInput,
  WebLayer,
} from '../../model/layer.ts'
import { omitUndefined } from '../../model/omit-undefined.ts'
import type { ToolsLayer } from '../../model/tools-layer.ts'
import { checkKeys } from './check-keys.ts'

/** The part of a `poundlock.json` that decides, as a value. Keys that are not for the policy are left alone. */
export interface PolicyDocument {
  /** What calls may do without a question, by the table of modes. */
  readonly mode?: PermissionMode
  /** Rules on tools, commands, files and addresses. */
  readonly tools?: ToolsDocument
  /** Rules of single agents, and of all of them. */
  readonly agents?: {
    readonly defaults?: AgentDocument
    readonly list?: readonly (AgentDocument & { readonly id: string })[]
  }
  /** What the sandbox may reach, and paths that stay read-only in it. */
  readonly sandbox?: SandboxDocument & { readonly protectedPaths?: readonly string[] }
}

/** What of the sandbox decides about calls as well. */
export interface SandboxDocument {
  readonly network?: NetworkMode
  readonly egress?: NonNullable<NetworkLayer['egress']>
}

export interface AgentDocument {
  readonly mode?: PermissionMode
  readonly tools?: Omit<ToolsDocument, 'fs' | 'web'>
  readonly sandbox?: SandboxDocument
}

export interface ToolsDocument extends ToolsLayer {
  readonly exec?: ExecDocument
  readonly fs?: FilesLayer & { readonly protectedPaths?: readonly string[] }
  readonly web?: WebLayer
  readonly elevated?: ElevatedLayer
}

/** What a configuration file says about commands. */
export interface ExecDocument extends Omit<ExecLayer, 'ask' | 'allowRules' | 'askRules' | 'denyRules'> {
  /** When to ask, or the rules to ask for. */
  readonly ask?: ExecAsk | readonly RuleInput[]
  /** When to ask, where `ask` holds rules. */
  readonly askMode?: ExecAsk
  /** Commands that need no question. */
  readonly allow?: readonly RuleInput[]
  /** Commands that are refused, whatever allows them. */
  readonly deny?: readonly RuleInput[]
}

/**
 * Makes a layer of a document.
 *
 * @param source.name the source, for example `user`
 * @param source.mayLoosen false for what came with a repository
 * @param source.binding true for the file of an organisation
 * @throws PolicyError `POLICY_LAYER` for a key that does not exist
 */
export function policyLayer(
  document: PolicyDocument,
  source: Pick<PolicyLayer, 'name' | 'mayLoosen' | 'binding' | 'locate'>,
): PolicyLayer {
  checkKeys(document, source.locate ?? (() => source.name))
  const { agents, sandbox, tools } = document
  const protectedPaths = [...(sandbox?.protectedPaths ?? []), ...(tools?.fs?.protectedPaths ?? [])]
  return {
    ...source,
    ...agentPart(document),
    ...omitUndefined({
      files: tools?.fs,
      web: tools?.web,
      protectedPaths: protectedPaths.length > 0 ? protectedPaths : undefined,
      agents:
        agents &&
        omitUndefined({
          defaults: agents.defaults && agentPart(agents.defaults),
          list: agents.list?.map((agent) => ({ id: agent.id, ...agentPart(agent) })),
        }),
    }),
  }
}

function agentPart({ mode, tools, sandbox: contained = {} }: AgentDocument): AgentLayer {
  const { network: reached, egress } = contained
  const network = reached === undefined && egress === undefined ? undefined : omitUndefined({ mode: reached, egress })
  if (!tools) return omitUndefined({ mode, network })
  const { profile, allow, deny, byProvider, sandbox, exec, elevated } = tools
  return omitUndefined({
    mode,
    tools: omitUndefined({ profile, allow, deny, byProvider, sandbox }),
    exec: exec && execLayer(exec),
    elevated,
    network,
  })
}

function execLayer({ ask, askMode, allow, deny, ...rest }: ExecDocument): ExecLayer {
  const { host, security, askFallback, node, proven, environment, safeBins, safeBinProfiles } = rest
  const asks = typeof ask === 'string' ? { ask } : { ask: askMode, askRules: ask }
  return omitUndefined({
    host,
    security,
    askFallback,
    node,
    proven,
    environment,
    safeBins,
    safeBinProfiles,
    ...asks,
    allowRules: allow,
    denyRules: deny,
  })
}

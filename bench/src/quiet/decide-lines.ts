import { inspectRepository, planCommand } from '@poundlock/plan'
import { createPolicy, type CommandPlan, type Containment, type ExecLayer, type Grant } from '@poundlock/policy'
import type { Policy, PolicyDecision, PolicyRequest } from '@poundlock/policy'
import { commandEvaluator, takenPaths } from '@poundlock/policy/commands'
import { isWithin } from '@poundlock/spec'
import type { Line } from './lines.ts'

/** On a host without a sandbox, asking about what no rule covers. */
export const ON_HOST = { host: 'gateway', security: 'allowlist', ask: 'on-miss' } as const

/** Decides about lines under settings of the user. Every program is taken for one of the system. */
export class Decider {
  readonly #exec: ExecLayer
  readonly #readScope: 'workspace' | 'all'
  readonly #containment: Containment | undefined
  readonly #policies = new Map<string, Policy>()

  constructor(exec: ExecLayer, containment?: Containment, readScope: 'workspace' | 'all' = 'workspace') {
    this.#readScope = readScope
    this.#exec = exec
    this.#containment = containment
  }

  decide(line: Line, plan: CommandPlan, grants: readonly Grant[] = []): PolicyDecision {
    const { home } = line
    let policy = this.#policies.get(home)
    if (policy === undefined) {
      const layers = [{ name: 'user', mayLoosen: true, exec: this.#exec, files: { readScope: this.#readScope } }]
      policy = createPolicy(layers, { home, commands: commandEvaluator })
      this.#policies.set(home, policy)
    }
    return policy.decide({
      ...requestOf(line, plan),
      grants,
      ...(this.#containment && { containment: this.#containment }),
    })
  }
}

export function requestOf({ cwd, workspace, home }: Line, plan: CommandPlan): PolicyRequest {
  const readable = beside(workspace, home)
  const recoverable = takenPaths(plan.commands, workspace).filter((path) => !USUALLY_IGNORED.test(path))
  return {
    tool: 'exec',
    requiredPermission: 'danger-full-access',
    context: { agent: 'main', session: 'main', cwd, workspace, home, interactive: true, readable, recoverable },
    plan,
  }
}

export function planLine({ command, cwd, workspace, home }: Line): CommandPlan {
  const findExecutable = (name: string) =>
    name.startsWith('/') ? name : name.includes('/') ? `${cwd}/${name}` : `/usr/bin/${name}`
  return planCommand(command, {
    cwd,
    home,
    workspace,
    findExecutable,
    inspectRepository,
    isFolder,
    repositoryData: (folder) => repositoryData(folder, workspace),
  }).plan
}

/** The repository is that of the workspace, unless one of the two is a linked worktree by its name. */
function repositoryData(folder: string, workspace: string): string | null {
  return isWithin(folder, workspace) && !WORKTREE.test(folder) ? `${workspace}/.git` : null
}

const WORKTREE = /(?:__|[./])worktrees\//

/** Undo keeps what is deleted in a workspace, but for folders that git is told to leave out. */
const USUALLY_IGNORED =
  /\/(?:node_modules|dist|build|out|bin|obj|target|vendor|coverage|tmp|logs?|\.next|\.turbo|\.venv|venv|__pycache__|\.cache)(?:\/|$)|\.(?:log|exe|pyc|o)$/

/** Where agents move first, there is a folder. */
const isFolder = () => true

/**
 * What `readableFolders` would find: worktrees, by the names that agents give them, Claude Code's own folder, skills and
 * plugins of agents, sources of packages.
 */
function beside(workspace: string, home: string): readonly string[] {
  const [, main = workspace] =
    /^(.*?)(?:\/\.worktrees\/|\/\.claude\/worktrees\/|(?:__|\.)worktrees\/)/.exec(`${workspace}/`) ?? []
  const slug = workspace.replaceAll(/[^a-zA-Z0-9]/g, '-')
  const made =
    '.claude/skills .claude/plugins .codex/skills .codex/plugins .agents/skills go/pkg/mod .cargo/registry/src'
  return [
    main,
    `${main}__worktrees`,
    `${main}.worktrees`,
    `/tmp/claude-501/${slug}`,
    `/private/tmp/claude-501/${slug}`,
    // Of `D:/x`, which Git Bash calls `/d/x`.
    `${home}/AppData/Local/Temp/claude/${slug.replace(/^-(\w)-/, (_, drive: string) => `${drive.toUpperCase()}--`)}`,
    ...made.split(' ').map((name) => `${home}/${name}`),
  ]
}

import { readFileSync } from 'node:fs'
import { type ConfigDocument, configJsonSchema } from '@poundlock/config'
import { changeTrust, readConfigFile, workspaceConfigFile } from '@poundlock/config/node'
import { findLocation, stateFolder } from '@poundlock/local-host'
import { BUILT_IN_TOOLS, visibleText } from '@poundlock/spec'
import { refuseFlags } from '../input/command-text.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { openReview, type ReviewFlags } from '../review/review-place.ts'
import { UsageError } from '../usage-error.ts'

/** `poundlock policy show`: what holds, and where each value and rule comes from. */
export async function showPolicy(flags: ReviewFlags & { readonly agent?: string }): Promise<void> {
  const review = openReview(flags)
  const agent = flags.agent ?? 'main'
  const request = review.request({ command: 'true', agent })
  const { exec } = review.policy.decide(request)
  const modes = review.policy.modes(request)
  const { listEntries, listRules } = await import('@poundlock/policy-review')
  const rules = listRules(review.layers, review.home, agent).map(({ action, rule, layer }) => ({
    action,
    rule: rule.text,
    reason: rule.reason,
    source: rule.source,
    counts: action !== 'allow' || layer.mayLoosen,
  }))
  const lists = listEntries(review.layers, agent)
  const tools = BUILT_IN_TOOLS.filter(({ requiredPermission }) => requiredPermission !== null).map(({ name }) => {
    const steps = review.policy.decide(review.request({ tool: name, agent })).trace
    const denied = steps.find(({ layer, decision }) => layer === 'tool' && decision === 'deny')
    return { name, allowed: denied === undefined, ...(denied && { because: denied.message, source: denied.source }) }
  })
  const sources = review.sources.map(({ kind, source, trusted }) => ({
    kind,
    file: source.file,
    ...(trusted && { trusted }),
  }))
  if (flags.json) return printJson({ agent, sources, modes, exec, rules, lists, tools })
  const { bold, dim, decisions } = paint()
  const row = (name: string, value: string, origin: string) =>
    printLine(`  ${name.padEnd(12)} ${value}  ${dim(origin)}`)
  await printLine(bold('sources'))
  for (const { kind, file, trusted } of sources) await row(kind, visibleText(file), trusted ? 'trusted' : '')
  if (sources.length === 0) await printLine('  no file: the defaults hold')
  await printLine(bold(`settings for agent ${visibleText(agent)}`))
  for (const { value, origin } of modes) await row('mode', value, origin)
  for (const [name, setting] of Object.entries(exec)) await row(name, setting.value, setting.origin)
  if (rules.length > 0) await printLine(bold('rules'))
  for (const { action, rule, source, counts } of rules) {
    await printLine(
      `  ${decisions[action](action.padEnd(6))} ${visibleText(rule)}  ${dim(counts ? source : `${source}, not trusted`)}`,
    )
  }
  if (lists.length > 0) await printLine(bold('lists'))
  for (const { key, value, source, counts } of lists) {
    const where = dim(counts ? source : `${source}, not trusted`)
    await printLine(`  ${key.padEnd(22)} ${visibleText(value)}  ${where}`)
  }
  const denied = tools.filter(({ allowed }) => !allowed)
  if (denied.length > 0) await printLine(bold('tools that may not be called'))
  for (const { name, because = '', source = '' } of denied) await row(name, because, source)
}

/** `poundlock policy schema`: for editors. */
export async function printSchema(): Promise<void> {
  await printLine(JSON.stringify(configJsonSchema(), null, 2))
}

const NOT_OF_WORKSPACE = 'names a file of yours; what is trusted is the file of the workspace'

/** `poundlock policy trust`: lets the allow rules of this workspace count, as they are now. */
export async function trustWorkspace(flags: ReviewFlags): Promise<void> {
  refuseFlags(flags, ['config'], NOT_OF_WORKSPACE)
  const { workspace } = findLocation(flags)
  const file = workspaceConfigFile(workspace)
  const source = readConfigFile(file, 'workspace')
  if (!source)
    throw new UsageError(`${file}: does not exist`, {
      remedy: 'There is nothing to trust: the workspace has no policy.',
    })
  const bytes = readFileSync(file)
  if (readConfigFile(file, 'workspace', { isTrusted: (read) => bytes.equals(read) })?.trusted !== true) {
    throw new UsageError(`${file}: has changed meanwhile`, { remedy: 'Look at it once more.' })
  }
  changeTrust(stateFolder(), workspace, bytes)
  const allow = allowRulesOf(source.document)
  const { before = [], after = [], afterFailure = [] } = source.document.hooks ?? {}
  const hooks = [...before, ...after, ...afterFailure].map(({ command }) => command)
  if (flags.json) return printJson({ workspace, trusted: true, allow, hooks })
  await printLine(`trusted: the allow rules and hooks of ${visibleText(file)} count until the file changes`)
  for (const rule of allow) await printLine(`  ${visibleText(JSON.stringify(rule))}`)
  for (const command of hooks) await printLine(`  runs uncontained: ${visibleText(command)}`)
}

/** All that lets something through: rules on commands, of agents too, and on files. */
function allowRulesOf({ tools, agents }: ConfigDocument): readonly unknown[] {
  return [
    ...(tools?.exec?.allow ?? []),
    ...(agents?.defaults?.tools?.exec?.allow ?? []),
    ...(agents?.list ?? []).flatMap((agent) => agent.tools?.exec?.allow ?? []),
    ...(['read', 'write'] as const).flatMap((access) =>
      (tools?.fs?.[access]?.allow ?? []).map((path) => `fs.${access}:${path}`),
    ),
  ]
}

/** `poundlock policy distrust`. */
export async function distrustWorkspace(flags: ReviewFlags): Promise<void> {
  refuseFlags(flags, ['config'], NOT_OF_WORKSPACE)
  const { workspace } = findLocation(flags)
  changeTrust(stateFolder(), workspace, null)
  if (flags.json) return printJson({ workspace, trusted: false })
  await printLine(`no longer trusted: ${visibleText(workspace)}`)
}

import {
  type PolicyLayer,
  type RuleInput,
  type ToolCatalogue,
  type ToolFilter,
  compileToolList,
  createCatalogue,
  isEffectRule,
  pathCoverage,
} from '@poundlock/policy'
import { toolKey } from '@poundlock/spec'
import type { LintFinding } from './lint-finding.ts'
import { FRESH } from './path-samples.ts'

/** Settings and rules on tools, files and hosts that undo each other or let everything through. */
export function settingFindings(layer: PolicyLayer, home: string): readonly LintFinding[] {
  const { name, mayLoosen, exec, tools, elevated, web, mode } = layer
  if (!mayLoosen) return []
  const at = (pointer: string) => layer.locate?.(pointer) ?? name
  const findings: LintFinding[] = []
  const add = (code: LintFinding['code'], rule: string, pointer: string, message: string) =>
    findings.push({ code, severity: 'warning', rule, source: at(pointer), message })
  const denied = compileToolList(tools?.deny ?? [], 'deny', catalogueOf(tools), () => name)
  for (const [index, tool] of (tools?.allow ?? []).entries()) {
    const by = /[*]|^\s*group:/i.test(tool) ? null : denied.entryFor(tool)
    if (by || tools?.deny?.includes(tool)) {
      const where = by && by.text !== tool ? ` by "${by.text}"` : ''
      const message = `the tool "${tool}" is allowed and denied${where} in one file; it is denied`
      add('contradictory', tool, `/tools/allow/${index}`, message)
    }
  }
  if (exec?.security === 'full' && exec.host !== 'sandbox' && exec.host !== undefined && exec.ask === 'off') {
    add(
      'over-broad',
      'full',
      '/tools/exec/security',
      `security full with ask off lets every command run on ${exec.host}`,
    )
  }
  if ((mode === 'allow' || mode === 'danger-full-access') && exec?.host !== undefined && exec.host !== 'sandbox') {
    add('over-broad', mode, '/mode', `the mode ${mode} asks for nothing, and commands run on ${exec.host}`)
  }
  for (const [provider, ids] of Object.entries(elevated?.allowFrom ?? {})) {
    if (ids.includes('*')) {
      add(
        'over-broad',
        '*',
        '/tools/elevated/allowFrom',
        `everybody of ${provider} may lift a session out of its sandbox`,
      )
    }
  }
  if (web?.allowDomains?.includes('*')) {
    add('over-broad', '*', '/tools/web/allowDomains', 'the list of allowed domains holds every domain')
  }
  findings.push(...fileFindings(layer, home))
  const effectText = (input: RuleInput) =>
    isEffectRule(input) ? (typeof input === 'string' ? input : input.effect) : ''
  for (const input of exec?.allowRules ?? []) {
    const text = effectText(input)
    if (text !== '' && exec?.denyRules?.some((other) => effectText(other) === text)) {
      add(
        'contradictory',
        text,
        '/tools/exec/allow',
        `the effect "${text}" is allowed and denied in one file; it is denied`,
      )
    }
    if (/^fs\.(?:write|delete)(?::(?:\/\*{0,2}|~(?:\/\*{0,2})?))?$/.test(text)) {
      add('over-broad', text, '/tools/exec/allow', `the allow rule "${text}" lets files be changed anywhere`)
    }
  }
  return findings
}

/** The tools that the lists of a layer name, so that unknown tools can be compared, too. */
export const catalogueOf = (tools: ToolFilter | undefined): ToolCatalogue => {
  const built = createCatalogue()
  const named = [...(tools?.allow ?? []), ...(tools?.deny ?? [])].filter((name) => !/[*]|^\s*group:|^mcp__/i.test(name))
  const added = new Map(
    named.filter((name) => built.find(name) === null && toolKey(name) !== '').map((name) => [toolKey(name), { name }]),
  )
  return createCatalogue([...added.values()])
}

const STRICTER = { allow: ['deny', 'ask'], ask: ['deny'], deny: [] } as const

/** Rules on files of one layer that others leave without effect, and those that let through nearly everything. */
function fileFindings({ name, files, locate }: PolicyLayer, home: string): readonly LintFinding[] {
  const findings: LintFinding[] = []
  for (const access of ['read', 'write'] as const) {
    const rules = files?.[access] ?? {}
    for (const action of ['allow', 'ask', 'deny'] as const) {
      for (const [index, text] of (rules[action] ?? []).entries()) {
        const at = (other: string, of: string) =>
          locate?.(`/tools/fs/${access}/${other}/${rules[other as 'deny']!.indexOf(of)}`) ?? name
        const add = (code: LintFinding['code'], severity: LintFinding['severity'], message: string) =>
          findings.push({
            code,
            severity,
            message: `the rule tools.fs.${access}.${action} "${text}" ${message}`,
            rule: text,
            source: locate?.(`/tools/fs/${access}/${action}/${index}`) ?? name,
          })
        const covered = (by: string) => covers(by, text, home)
        const over = STRICTER[action].flatMap((other) =>
          (rules[other] ?? []).filter(covered).map((by) => ({ other, by })),
        )[0]
        const shadow = (rules[action] ?? []).find(
          (by, place) => place !== index && covered(by) && (!covers(text, by, home) || place < index),
        )
        if (over) {
          const code = over.by === text ? 'contradictory' : 'unreachable'
          add(
            code,
            'warning',
            `has no effect: ${over.other} "${over.by}" at ${at(over.other, over.by)} covers all of it`,
          )
        } else if (shadow !== undefined) {
          add('shadowed', 'note', `adds nothing: "${shadow}" at ${at(action, shadow)} covers all of it`)
        }
        if (action === 'allow' && /^(?:\/|~\/|\/(?:etc|home|root|usr|var)\/)?\*\*?$/.test(text)) {
          add('over-broad', 'warning', `lets everything there be ${access === 'read' ? 'read' : 'changed'}`)
        }
      }
    }
  }
  return findings
}

/** Whether one pattern covers every path that another does: the other's own path with its wildcards filled in two ways. */
function covers(wider: string, narrower: string, home: string): boolean {
  const root = narrower.startsWith('/') ? '' : narrower.startsWith('~') ? home : '/w'
  const below = narrower.startsWith('~') ? narrower.slice(1) : narrower.startsWith('/') ? narrower : `/${narrower}`
  return [FRESH, 'zz-other'].every((fill) => {
    const path = root + below.replaceAll('**', `${fill}/${fill}`).replaceAll('*', fill).replaceAll('?', 'z')
    return pathCoverage(wider, false, home)(path, '/w')
  })
}

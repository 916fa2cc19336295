import { visibleText } from '@poundlock/spec'
import { refuseLayer } from '../../model/policy-error.ts'
import { showValue } from '../../model/show-value.ts'

/** The keys of an object, each with what it holds; `*` stands for any key. `ANY` is not looked into. */
interface Shape {
  readonly [key: string]: Shape | readonly [Shape]
}

const ANY: Shape = {}
const keys = (text: string): Shape => Object.fromEntries(text.split(' ').map((key) => [key, ANY]))

const LISTS = keys('allow deny')
const FILTER = keys('profile allow deny')
const RULES = keys('allow ask deny')
const BIN = keys('minPositional maxPositional allowedFlags allowedValueFlags deniedFlags')

const TOOLS: Shape = {
  ...FILTER,
  byProvider: { '*': FILTER },
  sandbox: { tools: LISTS },
  exec: {
    ...keys(
      'host security ask askMode askFallback node proven allow deny environment safeBins timeout record notifyOnExit approvalRunningNoticeMs pathPrepend',
    ),
    safeBinProfiles: { '*': BIN },
  },
  fs: { ...keys('readScope protectedPaths'), read: RULES, write: RULES },
  web: keys('allowDomains denyDomains search'),
  elevated: { enabled: ANY, allowFrom: { '*': ANY } },
}
/** Some keys say how calls go on, not whether. */
const ALL_TOOLS: Shape = {
  ...TOOLS,
  loopDetection: keys('enabled warningThreshold criticalThreshold globalCircuitBreakerThreshold'),
  redactResults: ANY,
}
const AGENT: Shape = { mode: ANY, tools: TOOLS, sandbox: { '*': ANY } }

/** Top-level keys that other packages read. */
const DOCUMENT: Shape = {
  mode: ANY,
  tools: ALL_TOOLS,
  agents: { defaults: AGENT, list: [{ id: ANY, ...AGENT }] },
  sandbox: { '*': ANY },
  ...keys('$schema mcpServers approvals hooks gateway undo'),
}

/**
 * Refuses an unknown key, since a policy that is read in part may allow more. A document from a file was already
 * checked against the whole schema; this is for a document that a program makes.
 *
 * @throws PolicyError `POLICY_LAYER`
 */
export function checkKeys(document: unknown, locate: (pointer: string) => string): void {
  const refuse = (pointer: string, problem: string) => {
    const shown = visibleText(pointer.slice(1).replaceAll('/', '.') || 'the document')
    refuseLayer(locate(pointer), `${shown} ${problem}`, 'Correct the document.')
  }
  const visit = (value: unknown, shape: Shape | readonly [Shape], pointer: string): void => {
    const isList = Array.isArray(shape)
    if (shape === ANY && value !== null) return
    if (typeof value !== 'object' || value === null || Array.isArray(value) !== isList) {
      refuse(pointer, `is ${showValue(value)}; expected ${isList ? 'a list' : shape === ANY ? 'a value' : 'an object'}`)
    }
    const known = shape as Shape
    for (const [key, entry] of Object.entries(value as object)) {
      const place = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
      const next = isList ? shape[0] : Object.hasOwn(known, key) && key !== '*' ? known[key] : known['*']
      if (!next) refuse(place, `is not known here; known: ${Object.keys(shape).join(', ')}`)
      else if (entry !== undefined) visit(entry, next, place)
    }
  }
  visit(document, DOCUMENT, '')
}

import { visibleText } from '@poundlock/spec/vocabulary'
import { PolicyError } from '../policy-error.ts'

/** The keys of each object that is read here; `*` stands for any key, `[]` for the entries of a list. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  '': ['mode', 'tools', 'agents', 'sandbox'],
  tools: ['profile', 'allow', 'deny', 'byProvider', 'sandbox', 'exec', 'fs', 'web', 'elevated'],
  'tools.byProvider.*': ['profile', 'allow', 'deny'],
  'tools.sandbox': ['tools'],
  'tools.sandbox.tools': ['allow', 'deny'],
  'tools.exec': [
    'host',
    'security',
    'ask',
    'askMode',
    'askFallback',
    'node',
    'allow',
    'deny',
    'environment',
    'safeBins',
    'safeBinProfiles',
    'timeout',
  ],
  'tools.exec.safeBinProfiles.*': [
    'minPositional',
    'maxPositional',
    'allowedFlags',
    'allowedValueFlags',
    'deniedFlags',
  ],
  'tools.fs': ['readScope', 'read', 'write', 'protectedPaths'],
  'tools.fs.read': ['allow', 'ask', 'deny'],
  'tools.fs.write': ['allow', 'ask', 'deny'],
  'tools.web': ['allowDomains', 'denyDomains'],
  'tools.elevated': ['enabled', 'allowFrom'],
  agents: ['defaults', 'list'],
  'agents.defaults': ['mode', 'tools'],
  'agents.list.[]': ['id', 'mode', 'tools'],
}

/** Keys at the top that are for somebody else. */
const OTHERS: ReadonlySet<string> = new Set(['$schema', 'mcpServers', 'approvals'])

/** Objects that are not for the policy, or whose keys are names. */
const OPEN: ReadonlySet<string> = new Set([
  'sandbox',
  'tools.byProvider',
  'tools.elevated.allowFrom',
  'tools.exec.safeBinProfiles',
])

/**
 * Refuses a key that is not known: half a policy is a wider door. A document that comes from a file was held against
 * the whole schema already; this is for one that is made in a program.
 *
 * @throws PolicyError `POLICY_LAYER`
 */
export function checkKeys(document: unknown, locate: (pointer: string) => string): void {
  visit(document, '', '', locate)
}

function visit(value: unknown, shape: string, pointer: string, locate: (pointer: string) => string): void {
  if (Array.isArray(value)) {
    if (shape === 'agents.list') {
      for (const [index, entry] of value.entries()) visit(entry, 'agents.list.[]', `${pointer}/${index}`, locate)
    }
    return
  }
  const tools = shape.replace(/^agents\.(?:defaults|list\.\[\])\.tools/, 'tools')
  const known = KEYS[tools] ?? KEYS[tools.replace(/(?<=^tools\.(?:byProvider|exec\.safeBinProfiles)\.)[^.]*$/, '*')]
  if (typeof value !== 'object' || value === null) {
    if (known || OPEN.has(tools)) refuse(pointer, `is ${JSON.stringify(value)}; expected an object`, locate)
    return
  }
  if (!known && !OPEN.has(tools)) return
  for (const [key, entry] of Object.entries(value)) {
    const place = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (known && !known.includes(key)) {
      if (shape === '' && OTHERS.has(key)) continue
      refuse(place, `is no key that is known here; known: ${known.join(', ')}`, locate)
    }
    if (entry === undefined) continue
    visit(entry, [shape, OPEN.has(tools) ? key.replaceAll('.', '_') : key].filter(Boolean).join('.'), place, locate)
  }
}

function refuse(pointer: string, problem: string, locate: (pointer: string) => string): never {
  const source = locate(pointer)
  const shown = visibleText(pointer.slice(1).replaceAll('/', '.') || 'the document')
  throw new PolicyError(`${source}: ${shown} ${problem}`, { source }, 'Mend the document.', 'POLICY_LAYER')
}

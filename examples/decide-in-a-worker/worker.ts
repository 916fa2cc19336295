/** A Worker in the form that Cloudflare's runtime takes: a command line comes in, a decision goes out. */
import { planWithoutDisk } from '@poundlock/plan/pure'
import { createPolicy } from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'
import { createValidator } from '@poundlock/spec/validation'

const [home, cwd] = ['/home/ann', '/home/ann/app']
const exec = { host: 'gateway', security: 'allowlist', allowRules: ['git log'], denyRules: ['git push'] } as const
const policy = createPolicy([{ name: 'mine', mayLoosen: true, exec }], { home, commands: commandEvaluator })
const validate = createValidator({
  type: 'object',
  properties: { line: { type: 'string', minLength: 1, maxLength: 4096, pattern: '^(?:[^\\u0000])+$' } },
  required: ['line'],
  additionalProperties: false,
})

/** Whether text can become code here: the runtime refuses it within a request. */
function canEvaluate(): boolean {
  try {
    // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- it must be refused
    new Function('')
    return true
  } catch {
    return false
  }
}

// oxlint-disable-next-line import/no-default-export -- the form of Workers
export default {
  async fetch(request: Request): Promise<Response> {
    const input: unknown = await request.json()
    const issues = validate(input)
    if (issues.length > 0) return Response.json({ issues }, { status: 400 })
    const { line } = input as { readonly line: string }
    const { plan } = planWithoutDisk(line, { cwd, home, findExecutable: (name) => `/usr/bin/${name}` })
    const context = { agent: 'main', session: 'main', cwd, workspace: cwd, home, interactive: true }
    const { decision } = policy.decide({ tool: 'exec', requiredPermission: 'danger-full-access', plan, context })
    return Response.json({ decision, evaluates: canEvaluate() })
  },
}

import { Option, type Command } from 'commander'
import type { ToolCallFlags } from '../commands/tools.ts'
import { addCaller, addLocationOptions, examples } from './shared-options.ts'

/** As `@poundlock/agent` has them; named here so that help need not load it. */
const PROVIDERS = ['anthropic', 'openai', 'openai-responses', 'gemini', 'mistral']

/** `poundlock tools …` */
export function tools(program: Command): void {
  const group = program
    .command('tools')
    .description('list and call the tools of an agent, through the same gates')
    .addHelpText('after', examples('poundlock tools list', `poundlock tools call Sleep '{"duration_ms":100}'`))
  const load = () => import('../commands/tools.ts')
  const asProvider = (command: Command) =>
    command
      .addOption(new Option('--provider <name>', 'in the format of its requests').choices(PROVIDERS))
      .option('--strict', 'with strict schemas, where the provider has them')
  asProvider(
    addCaller(
      addLocationOptions(
        group.command('list').description('list the callable tools, and the highest permission that each can need'),
      ),
    ),
  )
    .addHelpText(
      'after',
      examples(
        'poundlock tools list',
        'poundlock tools list --json | jq -r .tools[].name',
        'poundlock tools list --provider anthropic',
      ),
    )
    .action(async (flags: ToolCallFlags) => (await load()).listTools(flags))
  const schema = group
    .command('schema')
    .description('the JSON Schema of a tool, and its description for models')
    .argument('<name>', 'its name or an alias')
  asProvider(addLocationOptions(schema))
    .addHelpText('after', examples('poundlock tools schema exec', 'poundlock tools schema read --json'))
    .action(async (name: string, flags: ToolCallFlags) => (await load()).showSchema(name, flags))
  const call = group
    .command('call')
    .description('call a tool as an agent would: validated, decided, approved, run, recorded')
    .argument('<name>', 'its name or an alias')
    .argument('[input]', 'its input, a JSON object')
    .option('--input <file>', 'read the input from a file; - for standard input')
    .option('--cwd <folder>', 'the base of relative paths')
  addCaller(addLocationOptions(call))
    .addHelpText(
      'after',
      `
Exit codes: 0 done, 1 the tool says that it could not do it, a command's own code, 2 no such tool or wrong input,
64 denied, 65 approval needed or refused, 66 sandbox unavailable, 67 timed out, 70 internal.
${examples(
  `poundlock tools call Sleep '{"duration_ms":100}'`,
  `poundlock tools call exec --json '{"command":"ls"}' | jq -r .run.stdout`,
  `echo '{"path":"README.md"}' | poundlock tools call read_file --input -`,
)}`,
    )
    .action(async (name: string, input: string | undefined, flags: ToolCallFlags) =>
      (await load()).callTool(name, input, flags),
    )
}

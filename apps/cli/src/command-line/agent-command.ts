import type { Command } from 'commander'
import type { AgentFlags } from '../agent/agent-flags.ts'
import type { ResumeFlags } from '../commands/agent.ts'
import { addLocationOptions, examples } from './shared-options.ts'

const AT_GATEWAY = 'at a gateway that this user is paired with, with its models; local for the one of this machine'

/** `poundlock agent …` */
export function agent(program: Command): void {
  const group = program
    .command('agent')
    .description('a model that works with the guarded tools')
    .addHelpText(
      'after',
      examples(
        'poundlock agent run --model anthropic:claude-sonnet-4-5 "fix the failing test"',
        'poundlock agent chat --model compatible:qwen3 --base-url http://127.0.0.1:11434/v1',
        'poundlock agent resume last',
        'poundlock agent run --gateway office "fix the failing test"',
      ),
    )
  const load = () => import('../commands/agent.ts')
  withModel(group.command('run').description('work on one prompt, in a new session').argument('<prompt...>'))
    .addHelpText('after', examples('poundlock agent run --max-turns 30 "fix the failing test"'))
    .action(async (words: string[], flags: AgentFlags) => (await load()).runAgent(words, flags))
  withModel(
    group
      .command('chat')
      .description('talk with the agent at the terminal, or a prompt a line from a pipe')
      .argument('[session]', 'go on with this session: its id, a part of it, or last')
      .option('--fork', 'leave that session as it is, and go on in a new one'),
  )
    .addHelpText('after', examples('poundlock agent chat', 'poundlock agent chat last'))
    .action(async (named: string | undefined, flags: ResumeFlags) =>
      (await import('../commands/agent-chat.ts')).chatWithAgent(named, flags),
    )
  withModel(
    group
      .command('resume')
      .description('go on with a session, also after it was killed')
      .argument('<session>', 'its id, a part of it, or last')
      .argument('[prompt...]', 'to go on where it was interrupted unless given')
      .option('--fork', 'leave that session as it is, and go on in a new one'),
  )
    .addHelpText('after', examples('poundlock agent resume last', 'poundlock agent resume 3f2a91c0 "now the docs"'))
    .action(async (named: string, words: string[], flags: ResumeFlags) =>
      (await load()).resumeAgent(named, words, flags),
    )
  ofSessions(group)
}

/** What is done with sessions besides working in them. */
function ofSessions(group: Command): void {
  const load = () => import('../commands/agent.ts')
  group
    .command('stop')
    .description('end what a model does in a session of a gateway')
    .argument('<session>', 'its id')
    .option('--gateway <name>', AT_GATEWAY)
    .option('--json', 'as JSON')
    .addHelpText('after', examples('poundlock agent stop SESSION --gateway office'))
    .action(async (session: string, flags: AgentFlags) =>
      (await import('../commands/agent-gateway.ts')).stopAtGateway(session, flags),
    )
  group
    .command('list')
    .description('the newest sessions')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('poundlock agent list'))
    .action(async (flags: { json?: boolean }) => (await load()).listAgentSessions(flags))
  group
    .command('show')
    .description('the transcript of a session')
    .argument('<session>', 'its id, a part of it, or last')
    .option('--json', 'one entry a line')
    .addHelpText('after', examples('poundlock agent show last'))
    .action(async (named: string, flags: { json?: boolean }) => (await load()).showAgentSession(named, flags))
}

function withModel(command: Command): Command {
  return addLocationOptions(command)
    .option('--agent <id>', 'as this agent; main unless named')
    .option('--gateway <name>', AT_GATEWAY)
    .option('--model <provider:name>', 'anthropic, openai, openai-chat, google, mistral or compatible, and its model')
    .option('--base-url <url>', "the server, instead of the provider's own; its key is in POUNDLOCK_MODEL_KEY")
    .option('--max-turns <count>', 'requests to the model for a prompt; 200 unless set')
    .option('--max-tokens <count>', 'tokens for a prompt, input and output')
    .option('--max-seconds <seconds>', 'time for a prompt')
    .option('--max-cost <amount>', 'cost of a prompt; needs --price')
    .option('--price <input,output>', 'what a million tokens cost')
    .option('--context-tokens <count>', 'tokens that the model takes in; 200000 unless set')
    .option('--no-agents-md', 'leave out the AGENTS.md of the workspace')
    .option('--no-ask', 'ask no person: what needs an approval is refused')
}

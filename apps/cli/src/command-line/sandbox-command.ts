import { type Command, Option } from 'commander'
import { addCaller, addLocationOptions, examples } from './shared-options.ts'

/** `poundlock sandbox …` */
export function sandbox(program: Command): void {
  const group = program
    .command('sandbox')
    .description('the sandbox of this machine')
    .addHelpText('after', examples('poundlock sandbox probe', 'poundlock sandbox explain'))
  addCaller(
    addLocationOptions(
      group
        .command('explain')
        .description('show whether a session is contained, what its commands can see and reach, and why')
        .addHelpText(
          'after',
          examples(
            'poundlock sandbox explain',
            'poundlock sandbox explain --session channel:42 --agent builder',
            'poundlock sandbox explain --json | jq .status',
          ),
        ),
    ),
  )
    .option('-v, --verbose', 'show long lists in full')
    .action(async (flags: SandboxFlags) => (await import('../commands/sandbox-explain.ts')).explainSandbox(flags))
  containers(group)
  addLocationOptions(group.command('probe').description('prove on this machine that the sandbox contains'))
    .addOption(
      new Option('--renderer <name>', 'only this renderer').choices(['auto', 'namespaces', 'bubblewrap', 'landlock']),
    )
    .addHelpText('after', examples('poundlock sandbox probe', 'poundlock sandbox probe --json | jq .checks'))
    .action(async (flags: SandboxFlags & { renderer?: 'auto' | 'namespaces' | 'bubblewrap' | 'landlock' }) =>
      (await import('../commands/sandbox.ts')).probeSandbox(flags),
    )
}

interface SandboxFlags {
  readonly json?: boolean
  readonly config?: string
  readonly workspace?: string
  readonly agent?: string
  readonly session?: string
  readonly all?: boolean
}

/** Adds the commands for kept containers and images. */
function containers(group: Command): void {
  addSelection(group.command('list').description('list the kept containers'))
    .addHelpText('after', examples('poundlock sandbox list', 'poundlock sandbox list --agent builder --json'))
    .action(async (flags: SandboxFlags) => (await import('../commands/sandbox-containers.ts')).listSandboxes(flags))
  addSelection(group.command('recreate').description('remove containers, so that the next command gets a new one'))
    .option('--all', 'every one')
    .addHelpText('after', examples('poundlock sandbox recreate --all', 'poundlock sandbox recreate --agent builder'))
    .action(async (flags: SandboxFlags) => (await import('../commands/sandbox-containers.ts')).recreateSandboxes(flags))
  addLocationOptions(group.command('prune').description('remove containers of killed processes'))
    .option('--all', 'every container')
    .addHelpText('after', examples('poundlock sandbox prune', 'poundlock sandbox prune --all'))
    .action(async (flags: SandboxFlags) => (await import('../commands/sandbox-containers.ts')).pruneSandboxes(flags))
  addLocationOptions(group.command('image').description('make an image for containers, without any registry'))
    .addOption(
      new Option('--recipe <name>', 'system: the programs of this machine; busybox').choices(['system', 'busybox']),
    )
    .option('--archive <file>', 'a tar archive of a whole system; - for standard input')
    .option('--name <name>', 'the name of an image from an archive')
    .addHelpText(
      'after',
      examples(
        'poundlock sandbox image',
        'poundlock sandbox image --recipe busybox',
        'debootstrap --variant=minbase stable root && tar -C root -c . | poundlock sandbox image --archive - --name debian-local',
      ),
    )
    .action(async (flags: SandboxFlags & { recipe?: 'system' | 'busybox'; archive?: string; name?: string }) =>
      (await import('../commands/sandbox-containers.ts')).buildImage(flags),
    )
}

function addSelection(command: Command): Command {
  return addLocationOptions(command)
    .option('--agent <id>', 'those of this agent')
    .option('--session <key>', 'those of this session')
}

import { Option, type Command } from 'commander'
import type { DevicesFlags } from '../commands/devices.ts'
import type { InstallFlags } from '../commands/gateway-service.ts'
import type { GatewayFlags, PairFlags, RunFlags } from '../commands/gateway.ts'
import { addGatewayOption, type GatewayChoice } from '../gateway/choose-gateway.ts'
import { connecting } from './gateway-connect-commands.ts'
import { collect, examples } from './shared-options.ts'

const withJson = (command: Command) => command.option('--json', 'as JSON')
const atGateway = (command: Command) => addGatewayOption(withJson(command))

/** `poundlock gateway …` */
export function gateway(program: Command): void {
  const group = program
    .command('gateway')
    .description('the daemon through which agents act, people approve and machines are reached')
    .addHelpText('after', examples('poundlock gateway run', 'poundlock gateway pair --role operator'))
  const load = () => import('../commands/gateway.ts')
  withJson(group.command('run').description('serve until told to stop; says where'))
    .option('--config <file>', "instead of the user's poundlock.json")
    .option(
      '--workspace <folder>',
      'a folder that sessions may work in, several times for several; the repository here unless set',
      collect,
    )
    .addHelpText('after', examples('poundlock gateway run', 'poundlock gateway run --json > gateway.log'))
    .action(async (flags: RunFlags) => (await load()).runGateway(flags))
  atGateway(
    group.command('status').description('what a gateway is busy with; that of this machine unless one is named'),
  )
    .addHelpText('after', examples('poundlock gateway status', 'poundlock gateway status --json | jq .state'))
    .action(async (flags: GatewayFlags & GatewayChoice) => (await load()).gatewayStatus(flags))
  atGateway(group.command('reload').description('read the configuration again; connections and running calls stay'))
    .addHelpText('after', examples('poundlock gateway reload'))
    .action(async (flags: GatewayFlags & GatewayChoice) => (await load()).reloadGateway(flags))
  withJson(group.command('stop').description('end the gateway of this machine, and wait until it has ended'))
    .option('--timeout <seconds>', 'wait at most this long; 30 unless set')
    .addHelpText('after', examples('poundlock gateway stop'))
    .action(async (flags: GatewayFlags & { timeout?: string }) => (await load()).stopGateway(flags))
  const service = () => import('../commands/gateway-service.ts')
  withJson(
    group.command('install').description("start it with the user's session: a unit of systemd, an agent of launchd"),
  )
    .option('--print', 'show the file, and change nothing')
    .option('--no-start', 'write the file, and start nothing')
    .addHelpText('after', examples('poundlock gateway install --print', 'poundlock gateway install'))
    .action(async (flags: InstallFlags) => (await service()).installGateway(flags))
  withJson(group.command('uninstall').description('stop it, and start it no more with the session'))
    .addHelpText('after', examples('poundlock gateway uninstall'))
    .action(async (flags: GatewayFlags) => (await service()).uninstallGateway(flags))
  scoped(atGateway(group.command('pair').description('make a setup code, which lets one device in within ten minutes')))
    .addOption(
      new Option('--role <role>', 'what the device is').choices(['operator', 'agent', 'node']).default('operator'),
    )
    .option('--no-qr', 'print no QR code')
    .option('--bearer', 'print a token for scripts and MCP clients instead; it is good by itself, over HTTP')
    .addHelpText(
      'after',
      examples(
        'poundlock gateway pair',
        'poundlock gateway pair --role agent --agent main --name "build server"',
        'poundlock gateway pair --bearer --role agent --name ci',
      ),
    )
    .action(async (flags: PairFlags) => (await load()).pairDevice(flags))
  connecting(group)
}

/** `poundlock devices …` */
export function devices(program: Command): void {
  const group = program
    .command('devices')
    .description('the devices that the gateway lets in')
    .addHelpText('after', examples('poundlock devices list', 'poundlock devices revoke "old laptop"'))
  const load = () => import('../commands/devices.ts')
  const named = (name: string, description: string) =>
    atGateway(group.command(name).description(description)).argument(
      '<device>',
      'its name, or at least 6 digits of its id',
    )
  atGateway(group.command('list').description('those that are paired, and those that ask to be'))
    .addHelpText(
      'after',
      examples('poundlock devices list', "poundlock devices list --json | jq -r '.pending[].request'"),
    )
    .action(async (flags: DevicesFlags) => (await load()).listDevices(flags))
  scoped(named('approve', 'let a device in that asks to be paired'))
    .addHelpText(
      'after',
      examples('poundlock devices approve 3f2a91c0', 'poundlock devices approve laptop --scope status.read'),
    )
    .action(async (reference: string, flags: DevicesFlags & { name?: string; scope?: string[]; agent?: string }) =>
      (await load()).approveDevice(reference, flags),
    )
  named('reject', 'refuse a device that asks to be paired')
    .addHelpText('after', examples('poundlock devices reject 3f2a91c0'))
    .action(async (reference: string, flags: DevicesFlags) => (await load()).rejectDevice(reference, flags))
  named('rename', 'call a device something else')
    .argument('<name>', 'what it is called from now on')
    .addHelpText('after', examples('poundlock devices rename 3f2a91 "build server"'))
    .action(async (reference: string, name: string, flags: DevicesFlags) =>
      (await load()).renameDevice(reference, name, flags),
    )
  named('rotate', 'have a device fetch another token')
    .addHelpText('after', examples('poundlock devices rotate "build server"'))
    .action(async (reference: string, flags: DevicesFlags) => (await load()).rotateDevice(reference, flags))
  named('revoke', 'let a device in no more, and close its connections at once')
    .addHelpText('after', examples('poundlock devices revoke "old laptop"'))
    .action(async (reference: string, flags: DevicesFlags) => (await load()).revokeDevice(reference, flags))
}

/** What a device is called, and what it may do. */
function scoped(command: Command): Command {
  return command
    .option('--name <name>', 'what it is called; its own name unless set')
    .option('--scope <scope>', 'what it may do; may be repeated; all for all that its role can have', collect)
    .option('--agent <id>', 'the agent that it acts as, with the role agent')
}

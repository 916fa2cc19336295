import { Option, type Command } from 'commander'
import type { DevicesFlags } from '../commands/devices.ts'
import type { InstallFlags } from '../commands/gateway-service.ts'
import type { GatewayFlags, PairFlags, RunFlags } from '../commands/gateway.ts'
import type { GatewayChoice } from '../gateway/choose-gateway.ts'
import { connecting } from './gateway-connect-commands.ts'
import { addGatewayOption, collect, examples } from './shared-options.ts'

const withJson = (command: Command) => command.option('--json', 'as JSON')
const atGateway = (command: Command) => addGatewayOption(withJson(command))

/** `poundlock gateway …` */
export function gateway(program: Command): void {
  const group = program
    .command('gateway')
    .description('the daemon that serves agents, approvers and nodes')
    .addHelpText('after', examples('poundlock gateway run', 'poundlock gateway pair --role operator'))
  const load = () => import('../commands/gateway.ts')
  withJson(group.command('run').description('serve until stopped; prints the addresses'))
    .option('--config <file>', "instead of the user's poundlock.json")
    .option(
      '--workspace <folder>',
      'a folder that sessions may work in; may be repeated; the repository here unless set',
      collect,
    )
    .option(
      '--no-prompts',
      'ask no person: refuse at once what needs an approval, or queue it, by approvals.unattended',
    )
    .option('--bus <servers>', 'nats://host:port, several with commas: share nodes and devices with the gateways there')
    .addHelpText('after', examples('poundlock gateway run', 'poundlock gateway run --json > gateway.log'))
    .action(async (flags: RunFlags) => (await load()).runGateway(flags))
  atGateway(group.command('status').description('show what a gateway is doing; the one of this machine unless named'))
    .addHelpText('after', examples('poundlock gateway status', 'poundlock gateway status --json | jq .state'))
    .action(async (flags: GatewayFlags & GatewayChoice) => (await load()).gatewayStatus(flags))
  atGateway(group.command('reload').description('read the configuration again; connections and running calls stay'))
    .addHelpText('after', examples('poundlock gateway reload'))
    .action(async (flags: GatewayFlags & GatewayChoice) => (await load()).reloadGateway(flags))
  withJson(group.command('stop').description('stop the gateway of this machine, and wait until it has ended'))
    .option('--timeout <seconds>', 'wait at most this long; 30 unless set')
    .addHelpText('after', examples('poundlock gateway stop'))
    .action(async (flags: GatewayFlags & { timeout?: string }) => (await load()).stopGateway(flags))
  const service = () => import('../commands/gateway-service.ts')
  withJson(
    group.command('install').description("start it with the user's session: a unit of systemd, an agent of launchd"),
  )
    .option('--print', 'show the file, and change nothing')
    .option('--no-start', 'write the file, and start nothing')
    .option('--socket-activation', 'have systemd listen, and start it with the first connection')
    .addHelpText('after', examples('poundlock gateway install --print', 'poundlock gateway install'))
    .action(async (flags: InstallFlags) => (await service()).installGateway(flags))
  withJson(group.command('uninstall').description('stop it, and no longer start it at login'))
    .addHelpText('after', examples('poundlock gateway uninstall'))
    .action(async (flags: GatewayFlags) => (await service()).uninstallGateway(flags))
  scoped(atGateway(group.command('pair').description('make a setup code, which pairs one device within ten minutes')))
    .addOption(
      new Option('--role <role>', 'what the device is').choices(['operator', 'agent', 'node']).default('operator'),
    )
    .option('--no-qr', 'print no QR code')
    .option('--bearer', 'print a bearer token instead, for scripts and MCP clients over HTTP')
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
    .description('the devices that are paired with the gateway')
    .addHelpText('after', examples('poundlock devices list', 'poundlock devices revoke "old laptop"'))
  const load = () => import('../commands/devices.ts')
  const named = (name: string, description: string) =>
    atGateway(group.command(name).description(description)).argument(
      '<device>',
      'its name, or at least 6 digits of its id',
    )
  atGateway(group.command('list').description('list paired devices and pairing requests'))
    .addHelpText(
      'after',
      examples('poundlock devices list', "poundlock devices list --json | jq -r '.pending[].request'"),
    )
    .action(async (flags: DevicesFlags) => (await load()).listDevices(flags))
  scoped(named('approve', 'approve a pairing request'))
    .addHelpText(
      'after',
      examples('poundlock devices approve 3f2a91c0', 'poundlock devices approve laptop --scope status.read'),
    )
    .action(async (reference: string, flags: DevicesFlags & { name?: string; scope?: string[]; agent?: string }) =>
      (await load()).approveDevice(reference, flags),
    )
  named('reject', 'reject a pairing request')
    .addHelpText('after', examples('poundlock devices reject 3f2a91c0'))
    .action(async (reference: string, flags: DevicesFlags) => (await load()).rejectDevice(reference, flags))
  named('rename', 'rename a device')
    .argument('<name>', 'its new name')
    .addHelpText('after', examples('poundlock devices rename 3f2a91 "build server"'))
    .action(async (reference: string, name: string, flags: DevicesFlags) =>
      (await load()).renameDevice(reference, name, flags),
    )
  named('rotate', 'replace the token of a device')
    .addHelpText('after', examples('poundlock devices rotate "build server"'))
    .action(async (reference: string, flags: DevicesFlags) => (await load()).rotateDevice(reference, flags))
  named('revoke', 'revoke a device, and close its connections at once')
    .addHelpText('after', examples('poundlock devices revoke "old laptop"'))
    .action(async (reference: string, flags: DevicesFlags) => (await load()).revokeDevice(reference, flags))
}

/** What a device is called, and what it may do. */
function scoped(command: Command): Command {
  return command
    .option('--name <name>', 'its name; what the device calls itself unless set')
    .option('--scope <scope>', 'a scope; may be repeated; all for every scope of its role', collect)
    .option('--agent <id>', 'the agent that it acts as, with the role agent')
}

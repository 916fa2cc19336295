import type { Command } from 'commander'
import type { ConnectFlags } from '../commands/gateway-connect.ts'
import type { NodeFlags, NodeInstallFlags, NodeRunFlags } from '../commands/node.ts'
import type { NodesFlags } from '../commands/nodes.ts'
import { addGatewayOption, collect, examples } from './shared-options.ts'

const withJson = (command: Command) => command.option('--json', 'as JSON')
const running = (command: Command) =>
  withJson(command)
    .option('--workspace <folder>', 'where commands start; the repository here unless set')
    .option('--paired <gateway>', 'the gateway, where this machine is paired with several as a node')
    .option('--label <key=value>', 'a label to select the node by; may be repeated', collect)
    .option('--offer-approvals', 'let operators of the gateway change the approvals document of this machine')

/** `poundlock node …`: this machine as one that a gateway can use. */
export function node(program: Command): void {
  const group = program
    .command('node')
    .description('run commands on this machine for a gateway, as the owner of this machine allows')
    .addHelpText('after', examples('poundlock node pair', 'poundlock node run --label role=build'))
  const load = () => import('../commands/node.ts')
  running(group.command('run').description('connect to the gateway, and serve until stopped'))
    .option('--config <file>', "instead of the user's poundlock.json")
    .option('--address <address>', 'another gateway of the same identity, several times for several', collect)
    .addHelpText('after', examples('poundlock node run', 'poundlock node run --label role=build --label arch=arm64'))
    .action(async (flags: NodeRunFlags) => (await load()).runNode(flags))
  withJson(group.command('pair').description('pair this machine as a node; reads the setup code from the input'))
    .argument('[address]', 'wss://HOST:PORT, http://127.0.0.1:4748, or unix:/path of its socket; not with a setup link')
    .option('--ask', 'request pairing, and wait until it is approved')
    .option('--name <name>', 'the name of this node')
    .option('--certificate <sha256>', 'the fingerprint of the certificate that the gateway must present')
    .addHelpText('after', examples('poundlock node pair', 'poundlock node pair --ask wss://gateway.example.com'))
    .action(async (address: string | undefined, flags: Omit<ConnectFlags, 'role'>) =>
      (await load()).pairNode(address, flags),
    )
  withJson(group.command('status').description('show the pairing of this machine, and whether the node runs'))
    .addHelpText('after', examples('poundlock node status', 'poundlock node status --json | jq .running'))
    .action(async (flags: NodeFlags) => (await load()).nodeStatus(flags))
  running(
    group.command('install').description("start it with the user's session: a unit of systemd, an agent of launchd"),
  )
    .option('--print', 'show the file, and change nothing')
    .option('--no-start', 'write the file, and start nothing')
    .addHelpText('after', examples('poundlock node install --print', 'poundlock node install --label role=build'))
    .action(async (flags: NodeInstallFlags) => (await load()).installNode(flags))
  withJson(group.command('uninstall').description('stop it, and no longer start it at login'))
    .addHelpText('after', examples('poundlock node uninstall'))
    .action(async (flags: NodeFlags) => (await load()).uninstallNode(flags))
}

/** `poundlock nodes …`: the machines that a gateway can use. */
export function nodes(program: Command): void {
  const group = program
    .command('nodes')
    .description('the machines on which the gateway runs commands')
    .addHelpText('after', examples('poundlock nodes list', 'poundlock nodes approve "build box"'))
  const load = () => import('../commands/nodes.ts')
  const at = (command: Command) => addGatewayOption(withJson(command))
  const named = (name: string, description: string) =>
    at(group.command(name).description(description)).argument(
      '<node>',
      'its name, its id or at least 6 digits of it, its address, or labels such as role=build',
    )
  at(group.command('list').description('those that are paired'))
    .addHelpText('after', examples('poundlock nodes list', "poundlock nodes list --json | jq -r '.nodes[].name'"))
    .action(async (flags: NodesFlags) => (await load()).listNodes(flags))
  named('describe', 'what a node is, and what it offers')
    .addHelpText('after', examples('poundlock nodes describe "build box"'))
    .action(async (reference: string, flags: NodesFlags) => (await load()).describeNode(reference, flags))
  named('approve', 'let a node be sent what it offers')
    .option('--command <name>', 'only this; may be repeated', collect)
    .addHelpText(
      'after',
      examples('poundlock nodes approve "build box"', 'poundlock nodes approve web-1 --command system.run'),
    )
    .action(async (reference: string, flags: NodesFlags & { command?: string[] }) =>
      (await load()).approveNode(reference, flags),
    )
  named('reject', 'have a node be sent nothing; it stays paired')
    .addHelpText('after', examples('poundlock nodes reject "build box"'))
    .action(async (reference: string, flags: NodesFlags) => (await load()).rejectNode(reference, flags))
  named('remove', 'let a node in no more, and forget it')
    .addHelpText('after', examples('poundlock nodes remove "old box"'))
    .action(async (reference: string, flags: NodesFlags) => (await load()).removeNode(reference, flags))
  named('rename', 'call a node something else')
    .argument('<name>', 'its new name')
    .addHelpText('after', examples('poundlock nodes rename 3f2a91 "build box"'))
    .action(async (reference: string, name: string, flags: NodesFlags) =>
      (await load()).renameNode(reference, name, flags),
    )
  named('label', 'change the labels of a node: key=value sets one, key- takes it away')
    .argument('<labels...>', 'key=value, or key-')
    .addHelpText('after', examples('poundlock nodes label "build box" role=build arch-'))
    .action(async (reference: string, labels: string[], flags: NodesFlags) =>
      (await load()).labelNode(reference, labels, flags),
    )
  named('drain', 'send a node nothing new; what runs goes on')
    .option('--undo', 'send it commands again')
    .addHelpText('after', examples('poundlock nodes drain web-1', 'poundlock nodes drain web-1 --undo'))
    .action(async (reference: string, flags: NodesFlags & { undo?: boolean }) =>
      (await load()).drainNode(reference, flags),
    )
}

import { Option, type Command } from 'commander'
import type { ConnectFlags } from '../commands/gateway-connect.ts'
import { collect, examples } from './shared-options.ts'

const withJson = (command: Command) => command.option('--json', 'as JSON')

/** `poundlock gateway connect|list|use|forget`: the gateways that this user goes through. */
export function connecting(group: Command): void {
  const load = () => import('../commands/gateway-connect.ts')
  withJson(group.command('connect').description('pair this user with a gateway; reads the setup code from the input'))
    .argument('[address]', 'wss://HOST:PORT, http://127.0.0.1:4748, or unix:/path of its socket; not with a setup link')
    .addOption(
      new Option('--role <role>', 'the role of this device there').choices(['operator', 'agent']).default('operator'),
    )
    .option('--ask', 'request pairing, and wait until it is approved')
    .option('--scope <scope>', 'with --ask: a scope; may be repeated; all for every scope of its role', collect)
    .option('--name <name>', 'the name of this device')
    .option('--certificate <sha256>', 'the fingerprint of the certificate that the gateway must present')
    .addHelpText(
      'after',
      examples(
        'poundlock gateway connect',
        'poundlock gateway connect wss://gateway.example.com --role agent',
        'poundlock gateway connect --ask http://127.0.0.1:4748',
      ),
    )
    .action(async (address: string | undefined, flags: ConnectFlags) => (await load()).connectToGateway(address, flags))
  withJson(group.command('list').description('the gateways that this user is paired with'))
    .addHelpText('after', examples('poundlock gateway list'))
    .action(async (flags: { json?: boolean }) => (await load()).listGateways(flags))
  withJson(group.command('use').description('choose the gateway of commands that name none'))
    .argument('<name>', 'its name, its address or the beginning of its id; local for this machine')
    .addHelpText('after', examples('poundlock gateway use office', 'poundlock gateway use local'))
    .action(async (name: string, flags: { json?: boolean }) => (await load()).chooseGateway(name, flags))
  withJson(group.command('forget').description('remove the key and the token for a gateway'))
    .argument('<name>', 'its name, its address or the beginning of its id')
    .addHelpText('after', examples('poundlock gateway forget office'))
    .action(async (name: string, flags: { json?: boolean }) => (await load()).forgetGateway(name, flags))
}

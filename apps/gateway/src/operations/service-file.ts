import { isAbsolute, join } from 'node:path'
import { GatewayHostError } from '../gateway-host-error.ts'

/** What a service manager is to start. */
export interface Service {
  /** Program and arguments; the program as an absolute path. */
  readonly argv: readonly [string, ...string[]]
  /** The folder of Poundlock's state; absolute. */
  readonly stateFolder: string
  /** Seconds that running calls have to end. */
  readonly drainSeconds: number
  /** What it is; the gateway unless set. */
  readonly kind?: ServiceKind
  /** Where systemd listens, and starts it with the first connection; with the session of the user unless set. */
  readonly sockets?: ServiceSockets
}

/** The places of sockets that systemd opens. */
export interface ServiceSockets {
  /** A path. */
  readonly local: string
  /** `address:port`; `null` for none. */
  readonly tcp: string | null
}

export type ServiceKind = 'gateway' | 'node'

/** A file for a service manager of the user, and how it is taken on and given up. */
export interface ServiceFile {
  readonly path: string
  readonly text: string
  /** Further files beside it. */
  readonly others: readonly { readonly path: string; readonly text: string }[]
  readonly start: readonly (readonly [string, ...string[]])[]
  readonly stop: readonly (readonly [string, ...string[]])[]
}

/** A gateway that ended by itself has ended; a node is always to be there. */
const RESTARTS: Readonly<Record<ServiceKind, string>> = { gateway: 'on-failure', node: 'always' }

/** SIGHUP ends a node. */
const RELOADS: Readonly<Record<ServiceKind, string>> = { gateway: 'ExecReload=/bin/kill -HUP $MAINPID\n', node: '' }

const unitOf = (kind: ServiceKind) => `poundlock-${kind}.service`
const labelOf = (kind: ServiceKind) => `dev.poundlock.${kind}`
/** Longer than the drain, so that the manager does not kill what still ends. */
const EXTRA_SECONDS = 15

/**
 * The service of a platform, for the user and not for the system.
 *
 * @param home the user's home folder
 * @throws GatewayHostError `GATEWAY_CONFIG` where the platform has no known manager, or a path cannot be written into it
 */
export function serviceFile(platform: string, home: string, service: Service, userId: number): ServiceFile {
  refuseControlCharacters([...service.argv, service.stateFolder, home, service.sockets?.local ?? ''])
  if (!isAbsolute(service.argv[0])) throw cannot(`${JSON.stringify(service.argv[0])} is no absolute path`)
  if (platform === 'linux') return systemdUnits(home, service)
  if (service.sockets) throw cannot(`${platform} cannot start it with its first connection`)
  if (platform === 'darwin') return launchdAgent(home, service, userId)
  throw cannot(`${platform} has no service manager that Poundlock knows`)
}

function systemdUnits(home: string, service: Service): ServiceFile {
  const { kind = 'gateway', sockets } = service
  const folder = join(home, '.config/systemd/user')
  const others = sockets ? socketUnits(kind, sockets) : []
  const started = others.length === 0 ? [unitOf(kind)] : others.map(({ name }) => name)
  return {
    path: join(folder, unitOf(kind)),
    text: systemdUnit(
      service,
      others.map(({ name }) => name),
    ),
    others: others.map(({ name, text }) => ({ path: join(folder, name), text })),
    start: [
      ['systemctl', '--user', 'daemon-reload'],
      ['systemctl', '--user', 'enable', '--now', ...started],
    ],
    stop: [['systemctl', '--user', 'disable', '--now', ...started, ...(others.length > 0 ? [unitOf(kind)] : [])]],
  }
}

/** A unit for each place, with the name by which the gateway tells them apart. */
function socketUnits(kind: ServiceKind, { local, tcp }: ServiceSockets) {
  const places = [{ id: 'local', place: systemdPath(local) }, ...(tcp === null ? [] : [{ id: 'tcp', place: tcp }])]
  return places.map(({ id, place }) => ({
    name: `poundlock-${kind}-${id}.socket`,
    text: `[Unit]
Description=Poundlock ${kind}, ${id} socket

[Socket]
ListenStream=${place}
SocketMode=0600
DirectoryMode=0700
FileDescriptorName=${id}
Service=${unitOf(kind)}

[Install]
WantedBy=sockets.target
`,
  }))
}

function systemdUnit(
  { argv, stateFolder, drainSeconds, kind = 'gateway' }: Service,
  sockets: readonly string[],
): string {
  const needed = sockets.length === 0 ? '' : `Requires=${sockets.join(' ')}\nAfter=${sockets.join(' ')}\n`
  const installed = sockets.length === 0 ? 'WantedBy=default.target' : `Also=${sockets.join(' ')}`
  return `[Unit]
Description=Poundlock ${kind}
${needed}
[Service]
Type=exec
ExecStart=${argv.map(systemdWord).join(' ')}
Environment=${systemdWord(`POUNDLOCK_HOME=${stateFolder}`)}
${RELOADS[kind]}Restart=${RESTARTS[kind]}
# A setting with which it cannot start is for a person to mend.
RestartPreventExitStatus=2
TimeoutStopSec=${drainSeconds + EXTRA_SECONDS}
KillMode=mixed
UMask=0077

[Install]
${installed}
`
}

/** A path that is a setting by itself: it is not split, and has no quotes. */
const systemdPath = (path: string): string => path.replaceAll('%', '%%')

/** A word of a unit file (systemd.service(5), "Command lines"): specifiers and variables are not expanded in it. */
const systemdWord = (word: string): string =>
  `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`

function launchdAgent(
  home: string,
  { argv, stateFolder, drainSeconds, kind = 'gateway' }: Service,
  userId: number,
): ServiceFile {
  const label = labelOf(kind)
  const path = join(home, 'Library/LaunchAgents', `${label}.plist`)
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key><string>${label}</string>
  <key>ProgramArguments</key>
  <array>
${argv.map((word) => `    <string>${xmlText(word)}</string>`).join('\n')}
  </array>
  <key>EnvironmentVariables</key>
  <dict><key>POUNDLOCK_HOME</key><string>${xmlText(stateFolder)}</string></dict>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>
  <key>ExitTimeOut</key><integer>${drainSeconds + EXTRA_SECONDS}</integer>
  <key>Umask</key><integer>63</integer>
  <key>StandardErrorPath</key><string>${xmlText(join(stateFolder, kind, `${kind}.log`))}</string>
</dict>
</plist>
`
  const domain = `gui/${userId}`
  return {
    path,
    text,
    others: [],
    start: [['launchctl', 'bootstrap', domain, path]],
    stop: [['launchctl', 'bootout', `${domain}/${label}`]],
  }
}

const xmlText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A line end in a path would begin a setting of its own. */
function refuseControlCharacters(texts: readonly string[]): void {
  for (const text of texts) {
    if (/\p{Cc}/u.test(text)) throw cannot(`${JSON.stringify(text)} has a control character`)
  }
}

const cannot = (problem: string) =>
  new GatewayHostError(`it cannot be installed as a service: ${problem}`, {
    code: 'GATEWAY_CONFIG',
    remedy: 'Start it in another way, for example from a terminal.',
    details: { key: 'service' },
  })

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
}

export type ServiceKind = 'gateway' | 'node'

/** A file for a service manager of the user, and how it is taken on and given up. */
export interface ServiceFile {
  readonly path: string
  readonly text: string
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
  refuseControlCharacters([...service.argv, service.stateFolder, home])
  if (!isAbsolute(service.argv[0])) throw cannot(`${JSON.stringify(service.argv[0])} is no absolute path`)
  if (platform === 'linux') return systemdUnit(home, service)
  if (platform === 'darwin') return launchdAgent(home, service, userId)
  throw cannot(`${platform} has no service manager that Poundlock knows`)
}

function systemdUnit(home: string, { argv, stateFolder, drainSeconds, kind = 'gateway' }: Service): ServiceFile {
  const unit = unitOf(kind)
  const text = `[Unit]
Description=Poundlock ${kind}

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
WantedBy=default.target
`
  return {
    path: join(home, '.config/systemd/user', unit),
    text,
    start: [
      ['systemctl', '--user', 'daemon-reload'],
      ['systemctl', '--user', 'enable', '--now', unit],
    ],
    stop: [['systemctl', '--user', 'disable', '--now', unit]],
  }
}

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
  new GatewayHostError('GATEWAY_CONFIG', `it cannot be installed as a service: ${problem}`, {
    remedy: 'Start it in another way, for example from a terminal.',
    details: { key: 'service' },
  })

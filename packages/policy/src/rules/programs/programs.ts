import { interpreterOf } from './interpreters.ts'

/** Programs that run another program which is named in their arguments or their input. */
const WRAPPERS: ReadonlySet<string> = new Set(
  (
    'env nice nohup timeout time stdbuf setsid ionice taskset chrt flock sudo doas su runuser xargs parallel watch ' +
    'find fd npx pnpx bunx uvx command builtin exec eval source . trap unshare nsenter chroot setarch script strace ' +
    'ltrace prlimit setpriv toybox ssh docker podman kubectl systemd-run'
  ).split(' '),
)

/** Programs whose work is to fetch from the network. */
export const NETWORK_CLIENTS: ReadonlySet<string> = new Set(
  (
    'curl wcurl curlie wget wget2 aria2c axel lynx links elinks w3m http https httpie xh xhs GET lwp-request ' +
    'lwp-download fetch ftp lftp tftp nc ncat netcat socat telnet scp sftp rsync rclone gh glab aws gsutil gcloud az ' +
    'ipfs ssh openssl dig host nslookup'
  ).split(' '),
)

/** The name of a program without its folder: `/usr/bin/curl` is `curl`. */
export function programName(name: string): string {
  const last = name.slice(name.lastIndexOf('/') + 1)
  // Most names have no dot.
  return last.includes('.') ? last.replace(/\.exe$/i, '') : last
}

/** True for what runs other code that it is given: a rule that we suggest never lets one through. */
export function runsOtherCode(name: string): boolean {
  return WRAPPERS.has(programName(name)) || interpreterOf(programName(name)) !== null
}

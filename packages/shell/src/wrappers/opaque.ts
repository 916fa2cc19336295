/**
 * Programs that run their arguments elsewhere, as another user, under a debugger or later. The result of any use is
 * unknown. The commands that they name are recorded anyway, for deny rules.
 */
export interface OpaqueRow {
  /** Options that take the next word, unless their value is attached. All other words that begin with a dash take none. */
  readonly valued: string
  /** Operands of its own before the command. */
  readonly operands?: number
  /** Options that take the next two. */
  readonly pairs?: string
  /** Words behind the options of which one must stand there for a command to follow. */
  readonly subcommands?: string
  /**
   * `words` (the default): the operands are the command; `joined`: joined with blanks they are text for a shell; `texts`:
   * each operand is; `shell`: they are arguments of bash; `none`: there is only what the options say.
   */
  readonly command?: 'words' | 'joined' | 'texts' | 'shell' | 'none'
  /** Options whose value is text for a shell. */
  readonly texts?: string
  /** Options whose value is the program, before the operands. */
  readonly programs?: string
  /** The command may stand behind `--`, wherever that is. */
  readonly dashes?: true
  /** `NAME=value` operands before the command go into its environment. */
  readonly assigns?: true
  /** It only starts what it names, or profiles evaluate it: with what it starts recorded, nothing is left open. */
  readonly transparent?: true
}

const CONTAINER: OpaqueRow = {
  transparent: true,
  valued:
    '-a -c -e -h -l -m -p -u -v -w --add-host --annotation --attach --cap-add --cap-drop --cgroup-parent --cidfile ' +
    '--cpu-shares --cpus --cpuset-cpus --detach-keys --device --dns --entrypoint --env --env-file --expose --gpus --group-add ' +
    '--health-cmd --hostname --index --ip --ipc --isolation --label --link --log-driver --log-opt --mac-address --memory ' +
    '--mount --name --net --network --network-alias --oom-score-adj --pid --pids-limit --platform --publish --pull ' +
    '--restart --runtime --security-opt --shm-size --stop-signal --sysctl --tmpfs --ulimit --user --userns --uts --volume ' +
    '--volume-driver --volumes-from --workdir -f --file --project-name --profile --project-directory -H --host --context',
  subcommands: 'run exec create',
  operands: 1,
  programs: '--entrypoint',
}
const CLUSTER: OpaqueRow = {
  transparent: true,
  valued:
    '-c --container -n --namespace -f --filename --context --cluster --user --kubeconfig -s --server --token --as ' +
    '--pod-running-timeout --image --env --labels -l --restart --overrides --limits --requests --port --serviceaccount',
  subcommands: 'exec run debug',
  operands: 1,
  dashes: true,
}
const SUBSTITUTE_USER: OpaqueRow = {
  valued:
    '-c --command --session-command -g --group -G --supp-group -s --shell -w --whitelist-environment -T -u --user',
  texts: '-c --command --session-command',
}
const TERMINAL: OpaqueRow = {
  valued: '-e -x -t -T --title --geometry -geometry -fn -fa -fs -bg -fg -name -class -n --working-directory --command',
  texts: '--command',
  programs: '-e -x',
  dashes: true,
}
const ENVIRONMENT_RUNNER: OpaqueRow = {
  transparent: true,
  valued: '-e --env -f --file -n --name -p --prefix -c --config',
  dashes: true,
}
const MULTIPLEXED: OpaqueRow = {
  transparent: true,
  valued: '-c -e -F -f -L -n -S -s -t -T -x -y -w',
  command: 'joined',
  subcommands:
    'new new-session neww new-window split-window splitw run run-shell respawn-pane respawnp respawn-window respawnw ' +
    'if-shell if pipe-pane pipep display-popup popup send-keys send',
}

/** By the last part of their name, from their manual pages. */
// oxlint-disable-next-line max-lines-per-function -- a table: one row for each program
export const opaqueTable = (): Readonly<Record<string, OpaqueRow>> => ({
  // other users: su(1), runuser(1), pkexec(1), sg(1), runit chpst(8), daemontools
  su: SUBSTITUTE_USER,
  runuser: SUBSTITUTE_USER,
  pkexec: { valued: '--user -u' },
  sg: { valued: '-c', operands: 1, texts: '-c', command: 'texts' },
  gosu: { valued: '', operands: 1 },
  'su-exec': { valued: '', operands: 1 },
  setuidgid: { valued: '', operands: 1 },
  envuidgid: { valued: '', operands: 1 },
  envdir: { valued: '', operands: 1 },
  softlimit: { valued: '-a -c -d -f -l -m -o -p -r -s -t' },
  chpst: { valued: '-u -U -b -e -/ -n -l -L -m -d -o -p -f -c -r -t' },
  's6-setuidgid': { valued: '', operands: 1 },
  capsh: {
    valued: '--drop --caps --inh --user --uid --gid --groups --keep --secbits --chroot --shell',
    command: 'shell',
    dashes: true,
  },
  runcon: { valued: '-t --type -u --user -r --role -l --range', operands: 1 },
  // services and sessions: systemd-run(1), systemd-inhibit(1), machinectl(1), start-stop-daemon(8), dbus-run-session(1)
  'systemd-run': {
    valued:
      '-p --property -u --unit -M --machine -H --host --uid --gid --nice --working-directory -E --setenv --slice ' +
      '--description --on-active --on-boot --on-calendar --on-startup --on-unit-active --on-unit-inactive --background ' +
      '--timer-property --path-property --socket-property --service-type',
  },
  'systemd-inhibit': { valued: '--what --who --why --mode' },
  machinectl: { valued: '-M -H -E --setenv --uid', subcommands: 'shell', operands: 1 },
  'start-stop-daemon': {
    valued:
      '-x --exec -a --startas -p --pidfile -u --user -c --chuid -n --name -N --nicelevel -d --chdir -k --umask -r',
    programs: '-x --exec -a --startas',
  },
  'dbus-run-session': { valued: '--config-file --dbus-daemon' },
  'dbus-launch': { valued: '' },
  daemon: { valued: '-n --name -u --user -D --chdir -o --output -l -F --pidfile', dashes: true },
  daemonize: { valued: '-a -c -e -E -l -o -p -u' },
  'ssh-agent': { valued: '-a -E -P -t -O' },
  envchain: { valued: '', operands: 1 },
  'gpg-agent': { valued: '--options --homedir' },
  launchctl: { valued: '-l -p -o -e', subcommands: 'submit asuser bsexec', dashes: true },
  nq: { valued: '' },
  // isolation: firejail(1), bwrap(1), proot(1), cgexec(1), nsjail(1), lxc-attach(1), tini, dumb-init
  firejail: { valued: '' },
  bwrap: {
    pairs:
      '--bind --ro-bind --dev-bind --bind-try --ro-bind-try --dev-bind-try --symlink --setenv --file --bind-data ' +
      '--ro-bind-data --chmod --overlay-src',
    valued:
      '--chdir --unsetenv --lock-file --proc --dev --tmpfs --mqueue --dir --hostname --uid --gid --args --seccomp ' +
      '--exec-label --file-label --sync-fd --info-fd --block-fd --userns --pidns --perms --size --remount-ro',
  },
  proot: {
    valued: '-r --rootfs -b --bind -m --mount -q --qemu -w --pwd --cwd -v --verbose -k --kernel-release -i -R -S',
  },
  cgexec: { valued: '-g' },
  nsjail: { valued: '', dashes: true },
  minijail0: { valued: '-u -g -C -P -b -k -S -m -M -c -f -T -e -V -B -R -t' },
  'lxc-execute': { valued: '-n --name -f -s -o -l', dashes: true },
  'lxc-attach': { valued: '-n --name -e -s -a -v -L -o -l', dashes: true },
  lxc: {
    transparent: true,
    valued: '--env --mode --user --group --cwd',
    subcommands: 'exec',
    operands: 1,
    dashes: true,
  },
  incus: {
    transparent: true,
    valued: '--env --mode --user --group --cwd',
    subcommands: 'exec',
    operands: 1,
    dashes: true,
  },
  tini: { valued: '-p -e' },
  'dumb-init': { valued: '-r --rewrite' },
  'sandbox-exec': { valued: '-f -n -p -D' },
  'flatpak-spawn': { valued: '--directory' },
  flatpak: { valued: '--command --branch --arch', subcommands: 'run', operands: 1, texts: '--command' },
  distrobox: { valued: '-n --name', subcommands: 'enter', operands: 1, dashes: true },
  toolbox: { valued: '-c --container -d --distro -r --release', subcommands: 'run' },
  wsl: { valued: '-d --distribution -u --user --cd', programs: '-e --exec' },
  // other clocks, libraries, terminals: faketime(1), eatmydata(1), proxychains4(1), rlwrap(1), unbuffer(1), xvfb-run(1)
  faketime: { valued: '-p', operands: 1 },
  eatmydata: { valued: '' },
  proxychains: { valued: '-f' },
  proxychains4: { valued: '-f' },
  torsocks: { valued: '-u -p -a -P' },
  torify: { valued: '' },
  trickle: { valued: '-d -u -w -t -l -n -L' },
  rlwrap: { valued: '-b -C -D -f -H -l -M -O -P -q -s -S -t -z' },
  unbuffer: { valued: '' },
  'xvfb-run': {
    valued: '-e --error-file -f --auth-file -n --server-num -p --xauth-protocol -s --server-args -w --wait',
  },
  logsave: { valued: '', operands: 1 },
  sshpass: { valued: '-p -f -d -P' },
  // terminals: xterm(1), tmux(1), screen(1)
  xterm: TERMINAL,
  'x-terminal-emulator': TERMINAL,
  'xdg-terminal-exec': TERMINAL,
  'gnome-terminal': TERMINAL,
  konsole: TERMINAL,
  alacritty: TERMINAL,
  kitty: { ...TERMINAL, programs: '' },
  tmux: MULTIPLEXED,
  screen: { transparent: true, valued: '-c -e -h -S -s -t -T -x -r -p -X -L' },
  zellij: { valued: '-s --session -l --layout', subcommands: 'run', dashes: true },
  // looking at what a program does: ltrace(1), valgrind(1), perf(1), gdb(1), lldb(1), rr(1), bpftrace(8), hyperfine(1)
  ltrace: { valued: '-a -A -D -e -F -l -n -o -p -s -u -w -x --output --align --config --indent --library' },
  valgrind: { valued: '' },
  heaptrack: { valued: '-o --output -p --pid' },
  perf: {
    valued:
      '-e --event -o --output -F --freq -c --count -p --pid -t --tid -C --cpu -r --repeat -x --field-separator -G ' +
      '--cgroup -D --delay -I --interval-print -m --mmap-pages --call-graph -j --branch-filter -k --clockid --filter',
    subcommands: 'stat record trace mem lock sched kmem timechart ftrace iostat c2c kvm',
  },
  gdb: { valued: '-x -ex -ix -iex -cd -d -p -c -s -tty -b -l --command --eval-command --pid', texts: '-ex -iex' },
  lldb: { valued: '-o -O -s -S -p -n -f -a -k -K', texts: '-o -O -k' },
  rr: { valued: '-o -c -n', subcommands: 'record' },
  catchsegv: { valued: '' },
  bpftrace: { valued: '-c -e -f -o -p -B -I', texts: '-c', command: 'none' },
  hyperfine: {
    valued:
      '-w --warmup -m --min-runs -M --max-runs -r --runs -s --setup -p --prepare -c --conclude -C --cleanup -P ' +
      '--parameter-scan -D -L --parameter-list -S --shell -u --time-unit --style --sort --export-asciidoc --export-csv ' +
      '--export-json --export-markdown --export-orgmode --output --input -n --command-name --reference',
    texts: '-s --setup -p --prepare -c --conclude -C --cleanup --reference',
    command: 'texts',
  },
  // when something happens: entr(1), watchexec(1), nodemon, concurrently, chokidar-cli, watchman-make(1), moreutils
  entr: { valued: '', texts: '-s -rs -cs -cps' },
  watchexec: {
    valued:
      '-e --exts -w --watch -W -i --ignore -f --filter -s --signal --stop-signal -d --debounce --delay-run --poll --shell ' +
      '-E --env --project-origin --workdir --on-busy-update -o --emit-events-to',
    command: 'joined',
  },
  nodemon: { valued: '-x --exec -w --watch -e --ext -i --ignore -d --delay', texts: '-x --exec', command: 'none' },
  concurrently: {
    valued: '-n --names -c --prefix-colors -p --prefix -m --max-processes -s --success -l --restart-tries --teardown',
    texts: '--teardown',
    command: 'texts',
  },
  chokidar: { valued: '-c --command -d -i -p', texts: '-c --command', command: 'none' },
  'watchman-make': { valued: '-p -t --run -r --settle --root', texts: '--run -r', command: 'none' },
  fswatch: { valued: '-e -i -l -m -o', command: 'none' },
  ts: { transparent: true, valued: '-S -G -L -N' },
  ifne: { transparent: true, valued: '' },
  pee: { transparent: true, valued: '', command: 'texts' },
  zrun: { transparent: true, valued: '' },
  sem: { transparent: true, valued: '-j --jobs --id --semaphore-name --st --semaphoretimeout', command: 'joined' },
  cset: { valued: '-e --exec -u -g -s', subcommands: 'shield proc', programs: '-e --exec', dashes: true },
  // other machines: ssh(1), mosh(1), docker(1), podman(1), kubectl, adb, vagrant, multipass
  ssh: {
    transparent: true,
    valued: '-B -b -c -D -E -e -F -I -i -J -L -l -m -O -o -P -p -Q -R -S -W -w',
    operands: 1,
    command: 'joined',
  },
  mosh: { valued: '-p --port --ssh --predict', operands: 1, dashes: true },
  et: { valued: '-c --command -p --port -u', texts: '-c --command', command: 'none' },
  docker: CONTAINER,
  podman: CONTAINER,
  nerdctl: CONTAINER,
  'docker-compose': CONTAINER,
  kubectl: CLUSTER,
  oc: CLUSTER,
  adb: { transparent: true, valued: '-s -t -H -P', subcommands: 'shell exec-out', command: 'joined' },
  vagrant: { valued: '-c --command', texts: '-c --command', command: 'none' },
  multipass: { valued: '-d --working-directory', subcommands: 'exec', operands: 1, dashes: true },
  // macOS: arch(1)
  arch: { transparent: true, valued: '-arch -e -d' },
  // environments for a project: direnv(1), nix-shell(1), nix(1), conda, mise, asdf, cross-env, dotenv-cli, secret stores
  'cross-env': { transparent: true, assigns: true, valued: '' },
  'cross-env-shell': { transparent: true, assigns: true, valued: '', command: 'joined' },
  dotenv: ENVIRONMENT_RUNNER,
  dotenvx: { ...ENVIRONMENT_RUNNER, subcommands: 'run' },
  direnv: { transparent: true, valued: '', subcommands: 'exec', operands: 1 },
  'nix-shell': { valued: '-p -I -A --arg --argstr --run --command', texts: '--run --command', command: 'none' },
  nix: { valued: '-c --command -f --file', subcommands: 'develop shell run', programs: '-c --command', dashes: true },
  devbox: { transparent: true, valued: '-c --config -e --env', subcommands: 'run' },
  mise: { transparent: true, valued: '-C --cd -E --env -j', subcommands: 'exec x', dashes: true },
  asdf: { transparent: true, valued: '', subcommands: 'exec' },
  pyenv: { transparent: true, valued: '', subcommands: 'exec' },
  rbenv: { transparent: true, valued: '', subcommands: 'exec' },
  nodenv: { transparent: true, valued: '', subcommands: 'exec' },
  fnm: { transparent: true, valued: '--using', subcommands: 'exec', dashes: true },
  volta: { transparent: true, valued: '--node --npm --yarn', subcommands: 'run' },
  conda: { transparent: true, valued: '-n --name -p --prefix --cwd', subcommands: 'run' },
  mamba: { transparent: true, valued: '-n --name -p --prefix --cwd', subcommands: 'run' },
  micromamba: { transparent: true, valued: '-n --name -p --prefix -r', subcommands: 'run' },
  pixi: { transparent: true, valued: '-e --environment --manifest-path', subcommands: 'run' },
  hatch: { transparent: true, valued: '-e --env', subcommands: 'run' },
  rye: { transparent: true, valued: '', subcommands: 'run' },
  pdm: { transparent: true, valued: '-p --project', subcommands: 'run' },
  'aws-vault': {
    transparent: true,
    valued: '-d --duration -r --region',
    subcommands: 'exec',
    operands: 1,
    dashes: true,
  },
  op: { transparent: true, valued: '--env-file --account', subcommands: 'run', dashes: true },
  doppler: {
    transparent: true,
    valued: '-p --project -c --config --command',
    subcommands: 'run',
    texts: '--command',
    dashes: true,
  },
  chamber: { transparent: true, valued: '-b', subcommands: 'exec', operands: 1, dashes: true },
  sops: { valued: '--user', subcommands: 'exec-env exec-file', operands: 1, command: 'texts' },
})

/** Those that are not read at all. */
export const OPAQUE_WRAPPERS = 'newgrp run-parts execlineb reptyr socat'

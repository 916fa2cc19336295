/**
 * Programs that run what they are given in ways that are not looked through: any use leaves open what runs. Sources:
 * their manual pages. Interpreters, build tools and remote shells are no wrappers: what they run is the matter of
 * argument profiles.
 */
export const opaqueWrappers: ReadonlySet<string> = new Set(
  (
    'gdb lldb ltrace valgrind perf bpftrace catchsegv rr systemd-run systemd-inhibit machinectl runuser su pkexec sg newgrp ' +
    'ssh-agent dbus-run-session dbus-launch firejail bwrap proot xvfb-run at batch cgexec cgclassify start-stop-daemon ' +
    'run-parts expect unbuffer rlwrap entr watchexec nodemon hyperfine concurrently runcon capsh gosu su-exec ' +
    'setuidgid softlimit chpst envdir envuidgid daemon daemonize eatmydata faketime proxychains proxychains4 torsocks ' +
    'torify tini dumb-init s6-setuidgid execlineb nsjail minijail0 lxc-execute lxc-attach  ' +
    'socat fswatch reptyr trickle cset logsave sshpass gpg-agent ' +
    'xdg-terminal-exec x-terminal-emulator xterm nq'
  ).split(' '),
)

import type { GitArea } from '../model/git-area.ts'
import type { SettingRow } from './setting-row.ts'

const acts = (page: string, keys: string, areas: string, more: Partial<SettingRow> = {}): SettingRow => ({
  source: `git-config(1), ${page}`,
  keys,
  does: 'acts',
  areas: areas === '' ? [] : (areas.split(' ') as GitArea[]),
  ...more,
})

const addresses = (page: string, keys: string, more: Partial<SettingRow> = {}): SettingRow => ({
  source: `git-config(1), ${page}`,
  keys,
  does: 'addresses',
  areas: ['talks'],
  ...more,
})

const OFF = /^(?:false|no|off|0|)$/i
const SWITCH = /^(?:true|false|yes|no|on|off|0|1|)$/i
const PAGER = /^(?:cat|less|more|less -[A-Za-z]+|)$/
/** A file below the folder that it is relative to, or below the user's home. */
const FILE_OF_PROJECT = /^(?:\/dev\/null|(?:~\/)?(?!\.\.?(?:\/|$))[\w.-]+(?:\/(?!\.\.?(?:\/|$))[\w.-]+)*|)$/
/** With options that name a key, a port or a user, and no command. ssh(1) */
const SSH =
  /^ssh(?: -[46aCqTvx]+| -i ?[\w./~-]+| -p ?\d+| -l ?[\w.-]+| -F ?\/dev\/null| -o ?(?:IdentitiesOnly|IdentityAgent|IdentityFile|StrictHostKeyChecking|UserKnownHostsFile|BatchMode|ConnectTimeout|User|Port|LogLevel|AddKeysToAgent|ControlMaster)[ =][\w./~-]+)*$/
const EDITOR =
  /^(?:true|:|cat|\/bin\/true|(?:\/usr\/bin\/)?(?:vi|vim|nvim|nano|emacs|emacsclient|ed|micro|hx|helix|pico|joe)(?: -[A-Za-z]+)*|(?:code|code-insiders|cursor|windsurf|zed|subl|atom|mate|gedit|kate|idea)(?: (?:--wait|-w|-n|--new-window|-nw))*|)$/
const STRATEGIES = /^(?:(?:recursive|ort|resolve|octopus|ours|subtree)\s*)*$/
/** What `git lfs install --local` and `git-crypt init` write. */
const CONTENT_FILTER =
  /^(?:git-lfs (?:clean|smudge)(?: --skip)? -- %f|git-lfs filter-process(?: --skip)?|"?(?:\/usr\/(?:local\/)?bin\/)?git-crypt"? (?:clean|smudge|diff)(?: --key-name=[\w-]+)?|cat|)$/
const CREDENTIALS =
  /^(?:cache(?: --timeout[= ]\d+)?|store|osxkeychain|libsecret|manager|manager-core|wincred|gnome-keyring|oauth|!(?:\/(?:usr|opt|home)[\w./-]*\/)?(?:gh|glab) auth git-credential|)$/

/**
 * Keys that may make git run a program, read or write a file of their choice, or contact a host, and what a command has
 * to do for that. A key that neither this list nor the other one has is obeyed by every command.
 */
export const SETTINGS_THAT_ACT: readonly SettingRow[] = [
  acts('alias: no subcommand of git can be one, but those that are deprecated', 'alias.* alias.*.command', 'aliases'),
  acts('blame', 'blame.ignoreRevsFile', 'lists-files', { usual: FILE_OF_PROJECT }),
  acts('branch', 'branch.*.mergeOptions', 'merges', {
    fine: /^(?:--(?:no-)?(?:ff|ff-only|commit|edit|stat|log|squash|verify)\s*)*$/,
  }),
  addresses('branch: the name of a remote, or an address', 'branch.*.remote branch.*.pushRemote remote.pushDefault'),
  acts('bundle', 'bundle.* bundle.*.*', 'talks'),
  acts('commit', 'commit.gpgSign', 'signs', { fine: OFF, usual: SWITCH }),
  acts('commit', 'commit.template', 'edits', { usual: FILE_OF_PROJECT }),
  acts('core', 'core.alternateRefsCommand', 'talks receives'),
  acts('core', 'core.askPass', 'talks', { fine: /^$/ }),
  acts('core: which drivers files have, as they are configured', 'core.attributesFile', 'compares checks-out', {
    fine: /^\/dev\/null$/,
    usual: FILE_OF_PROJECT,
  }),
  acts('core', 'core.excludesFile', 'compares', { fine: /^\/dev\/null$/, usual: FILE_OF_PROJECT }),
  acts('core', 'core.editor sequence.editor', 'edits', { fine: /^(?:true|:|cat|\/bin\/true)$/, usual: EDITOR }),
  acts('core', 'core.fsmonitor', 'compares', { fine: SWITCH }),
  acts('core', 'core.gitProxy', 'talks', { fine: /^(?:none|)$/ }),
  acts('core: hooks are looked for where it leads', 'core.hooksPath', '', { fine: /^\/dev\/null$/ }),
  acts('core', 'core.pager', 'pages', { fine: PAGER, usual: /^(?:less(?: -[A-Za-z]+)*|delta|cat)?$/ }),
  acts(
    'core: false lets names through that are .git on some systems',
    'core.protectHFS core.protectNTFS',
    'checks-out',
    { fine: /^(?:true|yes|on|1)$/i },
  ),
  acts('core', 'core.sshCommand', 'talks', { usual: SSH }),
  acts('core: where it leads is looked at', 'core.worktree', ''),
  acts('credential', 'credential.helper credential.*.helper', 'talks', { fine: /^$/, usual: CREDENTIALS }),
  acts('diff', 'diff.external diff.*.command diff.*.textconv', 'shows-diff', { fine: /^$/, usual: CONTENT_FILTER }),
  acts('diff', 'diff.orderFile', 'shows-diff', { usual: FILE_OF_PROJECT }),
  acts(
    'difftool, mergetool: only those two',
    'diff.tool diff.guitool merge.tool merge.guitool difftool.* difftool.*.* mergetool.* mergetool.*.*',
    '',
  ),
  acts('extensions', 'extensions.refStorage', 'looks compares references', { fine: /^(?:files|reftable)$/ }),
  acts('fetch', 'fetch.bundleURI', 'talks', { fine: /^$/ }),
  acts('transfer', 'transfer.bundleURI', 'talks', { fine: OFF }),
  acts('filter', 'filter.*.clean', 'compares', { fine: /^$/, usual: CONTENT_FILTER }),
  acts('filter', 'filter.*.smudge', 'checks-out archives', { fine: /^$/, usual: CONTENT_FILTER }),
  acts('filter', 'filter.*.process', 'compares checks-out archives', { fine: /^$/, usual: CONTENT_FILTER }),
  acts('format', 'format.pretty pretty.*', 'shows-commits', { usual: /^/ }),
  acts('format', 'format.outputDirectory format.signatureFile', 'formats'),
  acts('fsck', 'fsck.skipList fetch.fsck.skipList receive.fsck.skipList', 'lists-files talks receives', {
    usual: FILE_OF_PROJECT,
  }),
  acts('fsmonitor--daemon', 'fsmonitor.socketDir', 'compares'),
  acts('fsmonitor--daemon', 'fsmonitor.allowRemote', 'compares', { fine: SWITCH }),
  acts('gc', 'gc.recentObjectsHook gc.repackFilterTo', 'collects'),
  acts('gpg', 'gpg.program gpg.*.program', 'signs shows-commits', {
    usual: /^(?:\/usr\/bin\/)?(?:gpg|gpg2|gpgsm|ssh-keygen)$/,
  }),
  acts('gpg', 'gpg.ssh.defaultKeyCommand', 'signs', { usual: /^ssh-add -L$/ }),
  acts('gpg', 'gpg.ssh.allowedSignersFile gpg.ssh.revocationFile', 'shows-commits', { usual: FILE_OF_PROJECT }),
  acts(
    'gitcvs, gitweb, instaweb, imap, sendemail, gui, guitool, man, browser, web, git-svn(1): subcommands that nobody described',
    'gitcvs.* gitcvs.*.* gitweb.* instaweb.* imap.* sendemail.* sendemail.*.* gui.* gui.*.* guitool.*.* man.* man.*.* browser.*.* web.* help.browser help.htmlPath svn.* svn-remote.*.* p4.* git-p4.* cvsimport.* credentialCache.* credentialStore.* scalar.*',
    '',
  ),
  acts('help: only of a name that is not a subcommand', 'help.autoCorrect', '', {
    fine: /^(?:false|no|off|0|never|show)$/i,
  }),
  acts('hook: with its events as hooks of these names', 'hook.*.command', ''),
  acts('http', 'http.sslVerify http.*.sslVerify', 'talks', { fine: /^(?:true|yes|on|1)$/i }),
  acts('http', 'http.* http.*.*', 'talks'),
  acts('include: what it leads to is read', 'include.path includeIf.*.path', ''),
  acts('init', 'init.templateDir', 'initialises talks', { fine: /^$/ }),
  acts('interactive', 'interactive.diffFilter', 'edits'),
  acts('log', 'log.showSignature', 'shows-commits', { fine: OFF, usual: SWITCH }),
  acts('mailmap', 'mailmap.file', 'lists-files', { usual: FILE_OF_PROJECT }),
  acts('maintenance: read from the user’s own by git-for-each-repo(1)', 'maintenance.repo', ''),
  acts('merge', 'merge.*.driver', 'merges'),
  acts('merge: the name of a driver. git: merge-ll.c', 'merge.default', 'merges', { fine: /^(?:text|binary|union|)$/ }),
  acts('pager', 'pager.*', 'pages', {
    fine: new RegExp(`${OFF.source}|${PAGER.source}`, 'i'),
    usual: /^(?:true|less(?: -[A-Za-z]+)*|delta|cat)$/i,
  }),
  acts('promisor', 'promisor.acceptFromServer', 'talks looks', { fine: /^(?:none|knownUrl|)$/i }),
  acts('promisor', 'promisor.acceptFromServerUrl', 'talks looks'),
  acts('protocol', 'protocol.allow', 'talks', { fine: /^(?:never|user)$/ }),
  acts('protocol', 'protocol.*.allow', 'talks', { fine: /^(?:never|user)$/ }),
  acts('protocol', 'protocol.*.allow', 'talks', { usual: /^always$/, within: /^(?:https?|ssh|git|file)$/i }),
  acts('pull: the name of a strategy, and so of a program', 'pull.twohead pull.octopus', 'merges', {
    fine: STRATEGIES,
  }),
  acts('push', 'push.gpgSign', 'signs', { fine: OFF, usual: /^(?:true|false|yes|no|on|off|0|1|if-asked|)$/i }),
  acts('receive: the refs for which a push runs the hook proc-receive', 'receive.procReceiveRefs', ''),
  addresses('remote', 'remote.*.url remote.*.pushurl'),
  addresses('remotes: names of remotes, or addresses', 'remotes.*'),
  acts('remote', 'remote.*.uploadpack', 'talks', { fine: /^git-upload-pack$/ }),
  acts('remote', 'remote.*.receivepack', 'talks', { fine: /^git-receive-pack$/ }),
  acts('remote', 'remote.*.vcs remote.*.proxy remote.*.proxyAuthMethod', 'talks', { fine: /^$/ }),
  acts('safe: git reads it from the user’s own only', 'safe.*', ''),
  acts('ssh', 'ssh.variant', 'talks', { fine: /^(?:auto|ssh|simple|plink|putty|tortoiseplink)$/ }),
  acts('submodule', 'submodule.*.gitdir', 'submodules', {
    fine: /^\.git\/modules\/(?!\.\.)[\w-][\w.-]*(?:\/(?!\.\.)[\w-][\w.-]*)*$/,
  }),
  acts('submodule', 'submodule.*.update', 'submodules checks-out', { fine: /^(?:checkout|rebase|merge|none)$/ }),
  acts('submodule: what is in them is looked at', 'submodule.recurse', '', { fine: OFF, usual: SWITCH }),
  addresses('submodule', 'submodule.*.url'),
  acts('tag', 'tag.gpgSign tag.forceSignAnnotated', 'signs', { fine: OFF, usual: SWITCH }),
  acts('tar', 'tar.*.command tar.*.remote', 'archives', {
    fine: /^(?:true|false|(?:\/bin\/)?(?:gzip|bzip2|xz|zstd|git archive gzip)(?: -[a-z0-9]+)*)$/,
  }),
  acts('trace2: git reads it from the user’s own only', 'trace2.*', ''),
  acts('trailer', 'trailer.*.cmd trailer.*.command', 'trailers'),
  acts('uploadpack: git reads it from the user’s own only', 'uploadpack.packObjectsHook', ''),
  addresses('url: the subsection takes the place of the value', 'url.*.insteadOf url.*.pushInsteadOf'),
  {
    source: 'git-lfs-config(5), git-lfs-ext: programs that git-lfs starts, and a folder that it writes to',
    keys: 'lfs.customtransfer.* lfs.*.path lfs.*.args lfs.*.concurrent lfs.*.direction lfs.*.clean lfs.*.smudge lfs.*.priority lfs.standalonetransferagent lfs.*.standalonetransferagent lfs.storage lfs.sshtransfer lfs.*.sshtransfer lfs.gitprotocol',
    does: 'acts',
    areas: ['compares', 'checks-out', 'talks', 'pushes', 'archives'],
  },
  {
    source:
      'git-flow, git-town, git-branchless, magit, git-cola, hub, delta, git-absorb, TortoiseGit, StGit, GitButler: sections that git does not read',
    keys: 'gitflow.* gitflow.*.* git-town.* git-town.*.* git-town-branch.*.* branchless.* branchless.*.* magit.* cola.* hub.* delta.* delta.*.* absorb.* tgit.* stgit.* gitbutler.* github.* gitlab.* codespaces.* vscode.* gk.* gitkraken.*',
    does: 'acts',
    areas: [],
  },
]

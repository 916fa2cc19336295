/** Values that switch something off, or name a harmless program. */
const off = /^(?:false|no|off|0|)$/i
const pager = /^(?:cat|less|more|less -[A-Za-z]+|)$/

/**
 * Keys of git configuration that make git neither run a program, read or write a file of their choice, nor contact a
 * host. A key without a pattern is harmless with any value. Everything else is not judged. git-config(1).
 */
const harmless: readonly (readonly [keys: string, value?: RegExp])[] = [
  ['user.name user.email user.usename author.name author.email committer.name committer.email'],
  ['user.useconfigonly init.defaultbranch init.defaultrefformat init.defaultobjectformat'],
  [
    'core.quotepath core.abbrev core.autocrlf core.eol core.safecrlf core.ignorecase core.precomposeunicode core.longpaths',
  ],
  ['core.filemode core.symlinks core.trustctime core.checkstat core.preloadindex core.untrackedcache core.compression'],
  ['core.whitespace core.commentchar core.commentstring core.bigfilethreshold core.splitindex core.logallrefupdates'],
  ['core.pager pager.status pager.diff pager.log pager.show pager.branch pager.tag pager.stash pager.blame', pager],
  ['pager.status pager.diff pager.log pager.show pager.branch pager.tag pager.stash pager.blame pager.grep', off],
  ['core.fsmonitor', /^(?:false|no|off|0|true|)$/i],
  ['core.hookspath', /^\/dev\/null$/],
  ['core.editor sequence.editor', /^(?:true|:|cat|\/bin\/true)$/],
  ['commit.gpgsign tag.gpgsign push.gpgsign log.showsignature tag.forcesignannotated', off],
  ['diff.external', /^$/],
  ['core.askpass credential.helper', /^$/],
  ['core.attributesfile core.excludesfile', /^\/dev\/null$/],
  ['credential.interactive', /^(?:false|never|0)$/],
]
/** Sections in which every key is harmless. git-config(1). */
const harmlessSections =
  /^(?:color(?:\.[a-z]+)?\.[a-z]+|advice\.[a-z]+|column\.[a-z]+|status\.[a-z]+|branch\.sort|branch\.autosetup(?:merge|rebase)|tag\.sort|versionsort\.[a-z]+|diff\.(?:renames|renamelimit|algorithm|noprefix|mnemonicprefix|context|interhunkcontext|colormoved|colormovedws|wserrorhighlight|statgraphwidth|statnamewidth|submodule|ignoresubmodules|suppressblankempty|indentheuristic|relative|autorefreshindex|wordregex|dirstat|trustexitcode)|log\.(?:abbrevcommit|date|decorate|initialdecorationset|follow|mailmap|showroot|graphcolors|diffmerges)|grep\.(?:linenumber|column|patterntype|extendedregexp|threads|fullname)|blame\.(?:blankboundary|coloring|date|showemail|showroot|markunblamablelines|markignoredlines)|merge\.(?:conflictstyle|ff|renames|renamelimit|stat|log|verbosity|directoryrenames)|rebase\.(?:autosquash|autostash|stat|updaterefs|missingcommitscheck|forkpoint|rebasemerges)|rerere\.(?:enabled|autoupdate)|pull\.(?:rebase|ff)|push\.(?:default|followtags|autosetupremote)|fetch\.(?:prune|prunetags|parallel|output|showforcedupdates)|commit\.(?:verbose|cleanup|status)|gc\.(?:auto|autodetach)|maintenance\.auto|pack\.threads|index\.(?:threads|version)|http\.(?:version|postbuffer|lowspeedlimit|lowspeedtime|maxrequests)|protocol\.version|i18n\.[a-z]+|checkout\.(?:guess|defaultremote|workers)|clone\.defaultremotename|help\.autocorrect|format\.(?:signoff|numbered|coverletter)|stash\.[a-z]+|apply\.(?:whitespace|ignorewhitespace)|submodule\.recurse|feature\.[a-z]+)$/

const byKey = new Map<string, RegExp[]>()
for (const [keys, value = /^/] of harmless) {
  for (const key of keys.split(' ')) byKey.set(key, [...(byKey.get(key) ?? []), value])
}

/** May `git -c setting` be given without a thought? `key` alone means `true`. Names of keys know no case. */
export function isHarmlessSetting(setting: string): boolean {
  const equals = setting.indexOf('=')
  const key = (equals < 0 ? setting : setting.slice(0, equals)).toLowerCase()
  const value = equals < 0 ? 'true' : setting.slice(equals + 1)
  if (key === 'help.autocorrect') return off.test(value) || value === 'never'
  if (harmlessSections.test(key)) return true
  return byKey.get(key)?.some((allowed) => allowed.test(value)) ?? false
}

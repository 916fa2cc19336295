import { expect, test } from 'vitest'
import { onlyDescribes } from '../../src/repositories/git-configuration.ts'

test.each([
  '',
  '# nothing\n; nothing\n\n',
  '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n',
  '[remote "origin"]\n\turl = https://example.org/x.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n',
  '[user]\n\tname = A B\n\temail = a@b\n',
  '[submodule "x"]\n\tactive = true\n\turl = ../x\n',
  // Both files are looked at.
  '[extensions]\n\tworktreeConfig = true\n',
  '[filter "lfs"]\n\tclean = git-lfs clean -- %f\n\tprocess = git-lfs filter-process\n\trequired = true\n',
  '[branch "main"]\n\tremote = origin\n\tvscode-merge-base = origin/main\n',
  '[color]\n\tui = auto\n[pull]\n\trebase = true\n',
])('what git writes by itself is harmless: %j', (text) => {
  expect(onlyDescribes(text)).toBe(true)
})

test.each([
  '[core]\n\tfsmonitor = ./evil\n',
  '[core]\n\tFSMONITOR = ./evil\n',
  '[core] fsmonitor = ./evil\n',
  '[core]fsmonitor=./evil\n',
  '[core]\n\thooksPath = x\n',
  '[core]\n\tbare = false\\\nfsmonitor = ./evil\n',
  '[filter "x"]\n\tclean = evil\n',
  '[alias]\n\tst = !evil\n',
  '[include]\n\tpath = ../evil\n',
  '[includeIf "gitdir:/"]\n\tpath = ../evil\n',
  '[diff "x"]\n\ttextconv = evil\n',
  '[credential]\n\thelper = !evil\n',
  '[remote "origin"]\n\tuploadpack = evil\n',
  '[remote "origin"]\n\turl = ext::sh -c evil\n',
  '[remote "origin"]\n\turl = "ext::sh -c evil"\n',
  '[remote "origin"]\n\turl = ../node_modules/e\n',
  '[remote "origin"]\n\tpushUrl = file:///w/venv/e\n',
  '[remote "origin"]\n\turl = "../node_mod\\ules/e"\n',
  '[submodule "x"]\n\tupdate = !evil\n',
  '[gpg]\n\tprogram = evil\n',
  '[core]\n\talternateRefsCommand = evil\n',
  '[trailer "sign"]\n\tcmd = evil\n',
  '[gpg "ssh"]\n\tdefaultKeyCommand = evil\n',
  '[gc]\n\trecentObjectsHook = evil\n',
  '[hook "lint"]\n\tcommand = evil\n',
  '[pull]\n\ttwohead = evil\n',
  '[branch "main"]\n\tmergeOptions = --strategy=evil\n',
  '[branch "main"]\n\tremote = ext::evil\n',
  '[branch "main"]\n\tremote = node_modules/e\n',
  '[url "ext::evil "]\n\tinsteadOf = https://\n',
  '[url "node_modules/e"]\n\tinsteadOf = https://\n',
  '[remote "origin"]\n\tvcs = evil\n',
  '[remote "origin"]\n\tproxy = http://evil\n',
  '[extensions]\n\trefStorage = files:///evil\n',
  '[lfs "customtransfer.x"]\n\tpath = evil\n',
  '[core]\n\tnewHelper = evil\n',
  '[future "x"]\n\tcommand = evil\n',
  '[core]\n\tworktree = ../../x\n',
  '[core.x]\n\tfsmonitor = evil\n',
  'fsmonitor = evil\n',
  '[unfinished\n',
  '\u0000',
])('what may run a program, or is not understood, is not: %j', (text) => {
  expect(onlyDescribes(text)).toBe(false)
})

test.each([
  ['../x', true],
  ['../y', false],
  ['"../x"', false],
  ['../x ; y', false],
])('git may check out to %s: %s', (value, expected) => {
  expect(onlyDescribes(`[core]\n\tworktree = ${value}\n`, { mayWorkIn: (folder) => folder === '../x' })).toBe(expected)
})

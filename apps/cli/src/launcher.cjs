#!/usr/bin/env node
/* Old syntax throughout: every Node that can start this file must be able to read it and say what is missing. */
'use strict'
var parts = process.versions.node.split('.')
if (Number(parts[0]) < 22 || (Number(parts[0]) === 22 && Number(parts[1]) < 18)) {
  process.stderr.write(
    'poundlock: this is Node ' +
      process.versions.node +
      '; poundlock needs Node 22.18 or newer.\n' +
      'Install a newer one (for example with your package manager or nvm), or start poundlock with it.\n',
  )
  process.exit(70)
} else if (process.argv.length === 3 && /^(?:--version|-v|-V)$/.test(process.argv[2])) {
  process.stdout.on('error', function (error) {
    if (error.code !== 'EPIPE') process.stderr.write('poundlock: the output cannot be written: ' + error.code + '\n')
    process.exit(error.code === 'EPIPE' ? 141 : 70)
  })
  process.stdout.write(POUNDLOCK_VERSION + '\n')
} else {
  /* CALL_COMMANDS in command-line/call-commands.ts: they are started for each call, so their bundle has nothing else. */
  var bundle = ['exec', 'check'].indexOf(process.argv[2]) === -1 ? 'main.cjs' : 'call.cjs'
  /* HOOK_AGENTS in hook/hook-agents.ts: the answer to one question has the smallest bundle. */
  var asking = ['claude-code', 'codex', 'gemini', 'qwen', 'copilot', 'cursor', 'windsurf', 'opencode']
  var modes = ['--no-prompts', '--shadow']
  var isMode = function (word) {
    return modes.indexOf(word) !== -1
  }
  if (process.argv[2] === 'hook' && asking.indexOf(process.argv[3]) !== -1 && process.argv.slice(4).every(isMode)) {
    bundle = 'hook.cjs'
  }
  require('./code-cache.cjs')(require('path').join(__dirname, bundle), codeFolder(), POUNDLOCK_VERSION)
}

/**
 * Compiled code is kept beside the state, never in the shared temporary folder, where somebody else could put theirs.
 *
 * @returns {string | null} `null` where no folder is surely ours
 */
function codeFolder() {
  try {
    var fs = require('fs')
    var path = require('path')
    var state = process.env.POUNDLOCK_HOME || path.join(require('os').homedir(), '.poundlock')
    // A relative one is refused later; until then nothing is put into whatever folder this was started in.
    if (!path.isAbsolute(state)) return null
    var cache = path.join(state, 'cache', 'code')
    fs.mkdirSync(cache, { recursive: true, mode: 448 })
    for (var folder = cache; folder.length >= state.length; folder = path.dirname(folder)) {
      var stat = fs.lstatSync(folder)
      if (!stat.isDirectory() || stat.uid !== process.getuid() || (stat.mode & 18) !== 0) return null
    }
    return cache
  } catch (error) {
    /* Without the cache it starts a little slower. */
    return null
  }
}

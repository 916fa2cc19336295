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
} else if (process.argv.length === 3 && (process.argv[2] === '--version' || process.argv[2] === '-V')) {
  process.stdout.on('error', function (error) {
    if (error.code !== 'EPIPE') process.stderr.write('poundlock: the output cannot be written: ' + error.code + '\n')
    process.exit(error.code === 'EPIPE' ? 141 : 70)
  })
  process.stdout.write(POUNDLOCK_VERSION + '\n')
} else {
  require('./code-cache.cjs')(require('path').join(__dirname, 'main.cjs'), codeFolder(), POUNDLOCK_VERSION)
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

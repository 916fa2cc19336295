/* Old syntax throughout, as in the launcher. */
'use strict'
var fs = require('fs')
var path = require('path')
var vm = require('vm')

/* Runs of a command whose compiled functions are gathered; each may take branches that none took before. */
var RUNS = 4
var HEADER_BYTES = 4
/* One for each command of two builds; whoever builds often would fill the disk otherwise. */
var KEPT_FILES = 32
/* After a mistake in the command line or a fault of ours, hardly anything of what a command needs was compiled. */
var INCOMPLETE = [2, 70]

/**
 * Runs a bundle as `require` would, with the functions that earlier runs of the same command compiled. The cache of
 * Node itself is taken before anything has run, and functions that were not needed until then are compiled at every
 * start again: two thirds of the start of this command.
 *
 * @param {string} file absolute path of the bundle, ASCII
 * @param {string | null} folder where compiled code is kept: nobody else may be able to write there
 * @param {string} version of the bundle
 */
module.exports = function runBundle(file, folder, version) {
  var place = folder === null ? null : placeOf(file, folder, version)
  var kept = place === null ? null : read(place)
  var script = new vm.Script(
    '(function (exports, require, module, __filename, __dirname) {' + fs.readFileSync(file, 'latin1') + '\n})',
    { filename: file, cachedData: kept === null ? undefined : kept.code },
  )
  var runs = kept === null || script.cachedDataRejected ? 0 : kept.runs
  if (place !== null && runs < RUNS) {
    process.on('exit', function (code) {
      if (INCOMPLETE.indexOf(code) === -1) save(place, script.createCachedData(), runs + 1)
    })
  }
  var bundle = { exports: {} }
  script.runInThisContext()(bundle.exports, require, bundle, file, path.dirname(file))
}

/* Another bundle at the same path, and another Node, have another name. */
function placeOf(file, folder, version) {
  var command = /^[a-z-]{1,20}$/.test(process.argv[2] || '') ? process.argv[2] : 'other'
  var stat = fs.statSync(file)
  var identity = [version, process.version, process.arch, stat.size, stat.mtimeMs, stat.ctimeMs, stat.ino]
  return path.join(folder, command + '-' + identity.join('-'))
}

/* The code stands there twice: V8 trusts it blindly, and what a crash or a bad disk left must not be run. */
function read(place) {
  try {
    var bytes = fs.readFileSync(place)
    var middle = HEADER_BYTES + (bytes.length - HEADER_BYTES) / 2
    var code = bytes.subarray(HEADER_BYTES, middle)
    return code.length > 0 && code.equals(bytes.subarray(middle)) ? { runs: bytes.readUInt32LE(0), code: code } : null
  } catch (error) {
    return null
  }
}

function save(place, code, runs) {
  var unfinished = place + '.' + process.pid
  try {
    var header = Buffer.alloc(HEADER_BYTES)
    header.writeUInt32LE(runs, 0)
    fs.writeFileSync(unfinished, Buffer.concat([header, code, code]), { flag: 'wx', mode: 384 })
    fs.renameSync(unfinished, place)
    removeUnused(path.dirname(place))
  } catch (error) {
    /* Without it, the next start is a little slower. */
    try {
      fs.unlinkSync(unfinished)
    } catch (missing) {
      /* It was never made. */
    }
  }
}

function removeUnused(folder) {
  var files = fs
    .readdirSync(folder)
    .map(function (name) {
      var file = path.join(folder, name)
      return { file: file, stat: fs.lstatSync(file) }
    })
    .filter(function (entry) {
      return entry.stat.isFile()
    })
  files.sort(function (a, b) {
    return b.stat.mtimeMs - a.stat.mtimeMs
  })
  files.slice(KEPT_FILES).forEach(function (entry) {
    fs.unlinkSync(entry.file)
  })
}

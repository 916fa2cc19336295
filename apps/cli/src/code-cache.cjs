/* Old syntax throughout, as in the launcher. */
'use strict'
var fs = require('fs')
var path = require('path')
var vm = require('vm')

/*
 * Runs of a command until its compiled functions are gathered; each may take branches that none took before. The first
 * one only counts: it proves the sandbox and makes folders, and what every start reads would hold that for good.
 */
var RUNS = 5
var HEADER_BYTES = 4
var CHUNK_BYTES = 65536
/* One or two for each command of two builds; anyone who builds often would fill the disk otherwise. */
var KEPT_FILES = 64
/* After a mistake in the command line or a fault of ours, hardly anything of what a command needs was compiled. */
var INCOMPLETE = [2, 70]

/**
 * Runs a bundle as `require` would, and what it requires from beside itself, with the functions that earlier runs of the
 * same command compiled. The cache of Node itself is taken before anything has run, and functions that were not needed
 * until then are compiled at every start again: two thirds of the start of this command.
 *
 * @param {string} file absolute path of the bundle, ASCII: one function of what a module is given
 * @param {string | null} folder where compiled code is kept: nobody else may be able to write there
 * @param {string} version of the bundle
 */
module.exports = function runBundle(file, folder, version) {
  var loaded = Object.create(null)
  var unsaved = []
  process.on('exit', function (code) {
    if (INCOMPLETE.indexOf(code) !== -1) return
    unsaved.forEach(function (entry) {
      save(entry.place, entry.runs === 0 ? Buffer.alloc(0) : entry.script.createCachedData(), entry.runs + 1)
    })
  })
  run(file)

  function load(name) {
    return name.slice(0, 2) === './' ? run(path.join(path.dirname(file), name)) : require(name)
  }

  function run(bundle) {
    if (loaded[bundle]) return loaded[bundle].exports
    var place = folder === null ? null : placeOf(bundle, folder, version)
    var kept = place === null ? null : read(place)
    var script = new vm.Script(fs.readFileSync(bundle, 'latin1'), {
      filename: bundle,
      cachedData: kept === null || kept.code.length === 0 ? undefined : kept.code,
    })
    var runs = kept === null || script.cachedDataRejected ? 0 : kept.runs
    if (place !== null && runs < RUNS) unsaved.push({ place: place, runs: runs, script: script })
    var made = { exports: {} }
    script.runInThisContext()(made.exports, load, made, bundle, path.dirname(bundle))
    loaded[bundle] = made
    return made.exports
  }
}

/* Another bundle at the same path, another Node, and a Node with other flags have another name. */
function placeOf(file, folder, version) {
  var command = /^[a-z-]{1,20}$/.test(process.argv[2] || '') ? process.argv[2] : 'other'
  var stat = fs.statSync(file)
  var identity = [version, process.version, process.arch, stat.size, stat.mtimeMs, stat.ctimeMs, stat.ino]
  return path.join(folder, command + '-' + identity.concat(flags()).join('-'))
}

/*
 * A number for the flags of this Node: V8 rejects code that was compiled with others. `v8.cachedDataVersionTag` would
 * say the same, and loading that module takes as long as the cache saves. FNV-1a: two equal numbers cost one rejection.
 */
function flags() {
  var given = process.execArgv.concat(process.env.NODE_OPTIONS || [])
  if (given.length === 0) return []
  var hash = 2166136261
  Buffer.from(JSON.stringify(given)).forEach(function (byte) {
    hash = Math.imul(hash ^ byte, 16777619) >>> 0
  })
  return [hash]
}

/* The code stands there twice: V8 trusts it blindly, and what a crash or a bad disk left must not be run. */
function read(place) {
  var descriptor = null
  try {
    descriptor = fs.openSync(place, 'r')
    var length = (fs.fstatSync(descriptor).size - HEADER_BYTES) / 2
    var first = Buffer.allocUnsafeSlow(HEADER_BYTES + length)
    if (fs.readSync(descriptor, first, 0, first.length, 0) !== first.length) return null
    /* Memory that is touched for the first time takes longer than what is read into it. */
    var again = Buffer.allocUnsafeSlow(CHUNK_BYTES)
    for (var at = HEADER_BYTES; at < first.length; at += again.length) {
      var end = Math.min(at + again.length, first.length)
      if (fs.readSync(descriptor, again, 0, end - at, at + length) !== end - at) return null
      if (first.compare(again, 0, end - at, at, end) !== 0) return null
    }
    return { runs: first.readUInt32LE(0), code: first.subarray(HEADER_BYTES) }
  } catch (error) {
    return null
  } finally {
    if (descriptor !== null) fs.closeSync(descriptor)
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

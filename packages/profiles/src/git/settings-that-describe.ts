import type { SettingRow } from './setting-row.ts'

const row = (page: string, keys: string): SettingRow => ({
  source: `git-config(1), ${page}`,
  keys: keys
    .split(' ')
    .map((name) => (name.includes('.') ? name : `${page}.${name}`))
    .join(' '),
  does: 'describes',
})

const ofRepository = (source: string, keys: string): SettingRow => ({ source, keys, does: 'describes-repository' })

/** Keys that make git neither run a program, read or write a file of their choice, nor contact a host. */
export const SETTINGS_THAT_DESCRIBE: readonly SettingRow[] = [
  row('add', 'ignoreErrors add.interactive.useBuiltin'),
  row('advice', '*'),
  row('am', 'keepcr threeWay messageId'),
  row('apply', 'ignoreWhitespace whitespace'),
  row('attr', 'tree'),
  row('bitmapPseudoMerge', 'bitmapPseudoMerge.*.*'),
  row('blame', 'blankBoundary coloring date markIgnoredLines markUnblamableLines showEmail showRoot'),
  row('branch', 'autoSetupMerge autoSetupRebase sort'),
  row('checkout', 'defaultRemote guess thresholdForParallelism workers'),
  row('clean', 'requireForce'),
  row('clone', 'defaultRemoteName filterSubmodules rejectShallow'),
  row('color', '* color.*.*'),
  row('column', '*'),
  row('commit', 'cleanup status verbose'),
  row('commitGraph', 'changedPaths changedPathsVersion generationVersion maxNewFilters readChangedPaths'),
  row('completion', 'commands'),
  row(
    'core',
    'abbrev autocrlf bigFileThreshold checkRoundtripEncoding checkStat commentChar commentString commitGraph compression configLockTimeout createObject deltaBaseCacheLimit disambiguate eol fileMode filesRefLockTimeout fsmonitorHookVersion fsync fsyncMethod fsyncObjectFiles hideDotFiles ignoreCase ignoreStat lockfilePid logAllRefUpdates longPaths looseCompression maxTreeDepth multiPackIndex notesRef packedGitLimit packedGitWindowSize packedRefsTimeout precomposeUnicode preferSymlinkRefs preloadIndex quotePath restrictInheritedHandles safecrlf sharedRepository splitIndex symlinks trustctime unsetenvvars untrackedCache useReplaceRefs warnAmbiguousRefs whitespace alternateRefsPrefixes',
  ),
  row(
    'credential',
    'interactive protectProtocol sanitizePrompt useHttpPath username credential.*.username credential.*.useHttpPath credential.*.provider',
  ),
  row(
    'diff',
    'algorithm autoRefreshIndex color colorMoved colorMovedWS context dirstat dstPrefix ignoreSubmodules indentHeuristic interHunkContext mnemonicPrefix noprefix relative renameLimit renames srcPrefix statGraphWidth statNameWidth submodule suppressBlankEmpty trustExitCode wordRegex wsErrorHighlight diff.*.binary diff.*.cachetextconv diff.*.wordRegex diff.*.xfuncname diff.*.funcname diff.*.algorithm diff.*.trustExitCode',
  ),
  row('fastimport', 'unpackLimit'),
  row('feature', 'experimental manyFiles'),
  row(
    'fetch',
    'all followRemoteHEAD fsckObjects negotiationAlgorithm output parallel prune pruneTags recurseSubmodules showForcedUpdates unpackLimit writeCommitGraph uriProtocols bundleCreationToken',
  ),
  row('filter', 'filter.*.required'),
  row(
    'format',
    'attach cc commitListFormat coverFromDescription coverLetter encodeEmailHeaders filenameMaxLength forceInBodyFrom from headers mboxrd noprefix notes numbered signature signOff subjectPrefix suffix thread to useAutoBase',
  ),
  row('fsck', '* fetch.fsck.* receive.fsck.*'),
  row(
    'gc',
    'aggressiveDepth aggressiveWindow auto autoDetach autoPackLimit bigPackThreshold cruftPacks logExpiry maxCruftSize packRefs pruneExpire reflogExpire reflogExpireUnreachable repackFilter rerereResolved rerereUnresolved worktreePruneExpire writeCommitGraph gc.*.reflogExpire gc.*.reflogExpireUnreachable',
  ),
  row('gpg', 'format minTrustLevel gpg.*.minTrustLevel'),
  row('grep', 'column extendedRegexp fallbackToNoIndex fullName lineNumber patternType threads'),
  row('help', 'format'),
  row('hook', 'jobs hook.*.enabled hook.*.event hook.*.jobs hook.*.parallel'),
  row(
    'http',
    'delegation emptyAuth followRedirects keepAliveCount keepAliveIdle keepAliveInterval lowSpeedLimit lowSpeedTime maxRequests maxRetries maxRetryTime minSessions noEPSV postBuffer proactiveAuth retryAfter sslTry sslVersion userAgent version http.*.postBuffer http.*.lowSpeedLimit http.*.lowSpeedTime http.*.version http.*.followRedirects http.*.emptyAuth http.*.userAgent http.*.proactiveAuth http.*.sslTry http.*.sslVersion',
  ),
  row('i18n', 'commitEncoding logOutputEncoding filenameEncoding'),
  row('index', 'recordEndOfIndexEntries recordOffsetTable skipHash sparse threads version'),
  row('init', 'defaultBranch defaultObjectFormat defaultRefFormat defaultSubmodulePathConfig'),
  row('interactive', 'singleKey'),
  row(
    'log',
    'abbrevCommit date decorate diffMerges excludeDecoration follow graphColors graphIndent initialDecorationSet mailmap showRoot',
  ),
  row('lsrefs', 'unborn'),
  row('mailinfo', 'scissors quotedCr'),
  row('mailmap', 'blob'),
  row(
    'maintenance',
    'auto autoDetach strategy maintenance.*.auto maintenance.*.enabled maintenance.*.schedule maintenance.*.batchSize maintenance.*.splitFactor',
  ),
  row(
    'merge',
    'autoStash branchdesc conflictStyle defaultToUpstream diffstat directoryRenames ff log renameLimit renames renormalize stat summary suppressDest verbosity verifySignatures merge.*.name merge.*.recursive',
  ),
  row('notes', 'displayRef mergeStrategy rewriteMode rewriteRef notes.rewrite.* notes.*.mergeStrategy'),
  row(
    'pack',
    'allowPackReuse compression deltaCacheLimit deltaCacheSize depth indexVersion island islandCore packSizeLimit preferBitmapTips readReverseIndex threads useBitmapBoundaryTraversal useBitmaps usePathWalk useSparse window windowMemory writeBitmapHashCache writeBitmapLookupTable writeBitmaps writeReverseIndex midx.version',
  ),
  { ...row('pager', 'pager.color'), source: 'git: pager.c, pager_use_color' },
  { ...row('patchid', 'stable verbatim'), source: 'git-patch-id(1)' },
  row('promisor', 'advertise checkFields quiet sendFields storeFields'),
  row('protocol', 'version'),
  row('pull', 'autoStash ff rebase'),
  row('push', 'autoSetupRemote default followTags negotiate useBitmaps useForceIfIncludes'),
  row(
    'rebase',
    'abbreviateCommands autoSquash autoStash backend forkPoint instructionFormat maxLabelLength missingCommitsCheck rebaseMerges rescheduleFailedExec stat updateRefs',
  ),
  row('reftable', 'blockSize geometricFactor indexObjects lockTimeout restartInterval'),
  row(
    'repack',
    'cruftDepth cruftThreads cruftWindow cruftWindowMemory midxMustContainCruft midxNewLayerThreshold midxSplitFactor packKeptObjects updateServerInfo useDeltaBaseOffset useDeltaIslands writeBitmaps',
  ),
  row('replay', 'refAction'),
  row('rerere', 'autoUpdate enabled'),
  row('revert', 'reference'),
  row('showBranch', 'default'),
  row('sideband', 'allowControlCharacters sideband.*.allowControlCharacters'),
  row('sparse', 'expectFilesOutsideOfPatterns'),
  row('splitIndex', 'maxPercentChange sharedIndexExpire'),
  row('stash', 'index showIncludeUntracked showPatch showStat'),
  row(
    'status',
    'aheadBehind branch color compareBranches displayCommentPrefix relativePaths renameLimit renames short showStash showUntrackedFiles submoduleSummary',
  ),
  row('tag', 'sort'),
  row('tar', 'umask'),
  row(
    'trailer',
    'ifexists ifmissing separators where trailer.*.key trailer.*.where trailer.*.ifexists trailer.*.ifmissing',
  ),
  row('transfer', 'advertiseObjectInfo advertiseSID credentialsInUrl fsckObjects hideRefs unpackLimit'),
  row('user', 'name email useConfigOnly author.name author.email committer.name committer.email'),
  row('versionsort', 'suffix prereleaseSuffix'),
  row('worktree', 'guessRemote useRelativePaths'),

  ofRepository(
    'git-config(1), core; git-sparse-checkout(1)',
    'core.repositoryFormatVersion core.bare core.sparseCheckout core.sparseCheckoutCone',
  ),
  ofRepository(
    'git-config(1), extensions',
    'extensions.objectFormat extensions.compatObjectFormat extensions.noop extensions.noop-v1 extensions.partialClone extensions.preciousObjects extensions.relativeWorktrees extensions.submodulePathConfig extensions.worktreeConfig',
  ),
  ofRepository('git-config(1), user: a name or a file that the signing program takes', 'user.signingKey'),
  ofRepository(
    'git-config(1), remote',
    'remote.*.fetch remote.*.push remote.*.mirror remote.*.tagOpt remote.*.prune remote.*.pruneTags remote.*.skipDefaultUpdate remote.*.skipFetchAll remote.*.promisor remote.*.partialCloneFilter remote.*.followRemoteHEAD remote.*.serverOption remote.*.negotiationInclude remote.*.negotiationRestrict remote.*.advertisedAs',
  ),
  ofRepository('git-config(1), branch', 'branch.*.merge branch.*.rebase branch.*.description branch.*.deleteMerged'),
  ofRepository(
    'git-config(1), submodule; gitmodules(5)',
    'submodule.active submodule.alternateErrorStrategy submodule.alternateLocation submodule.fetchJobs submodule.propagateBranches submodule.stickyRecursiveClone submodule.*.active submodule.*.branch submodule.*.path submodule.*.fetchRecurseSubmodules submodule.*.ignore submodule.*.shallow',
  ),
  ofRepository('git-config(1), push', 'push.pushOption push.recurseSubmodules'),
  ofRepository(
    'git-config(1), receive, uploadpack, uploadarchive, uploadpackfilter, transfer: what it lets others do',
    'receive.advertiseAtomic receive.advertisePushOptions receive.autogc receive.certNonceSeed receive.certNonceSlop receive.denyCurrentBranch receive.denyDeleteCurrent receive.denyDeletes receive.denyNonFastForwards receive.fsckObjects receive.hideRefs receive.keepAlive receive.maxInputSize receive.shallowUpdate receive.unpackLimit receive.updateServerInfo uploadpack.advertiseBundleURIs uploadpack.allowAnySHA1InWant uploadpack.allowFilter uploadpack.allowReachableSHA1InWant uploadpack.allowRefInWant uploadpack.allowSidebandAll uploadpack.allowTipSHA1InWant uploadpack.blobPackfileUri uploadpack.hideRefs uploadpack.keepAlive uploadarchive.allowUnreachable uploadpackfilter.allow uploadpackfilter.*.allow uploadpackfilter.tree.maxDepth http.receivepack http.uploadpack http.uploadarchive http.getanyfile http.maxRequestBuffer',
  ),
  ofRepository(
    'git-config(1), http: what is sent to the host that is contacted anyway',
    'http.extraHeader http.*.extraHeader',
  ),
  ofRepository(
    'git-lfs-config(5)',
    'lfs.repositoryFormatVersion lfs.url lfs.pushurl lfs.locksverify lfs.batch lfs.concurrenttransfers lfs.basictransfersonly lfs.tustransfers lfs.allowincompletepush lfs.fetchinclude lfs.fetchexclude lfs.fetchrecentrefsdays lfs.fetchrecentremoterefs lfs.fetchrecentcommitsdays lfs.fetchrecentalways lfs.pruneoffsetdays lfs.pruneverifyremotealways lfs.pruneremotetocheck lfs.setlockablereadonly lfs.lockignoredfiles lfs.skipdownloaderrors lfs.activitytimeout lfs.dialtimeout lfs.keepalive lfs.tlstimeout lfs.cachecredentials lfs.defaulttokenttl lfs.contenttype lfs.forceprogress lfs.*.access lfs.*.locksverify lfs.*.contenttype lfs.transfer.maxretries lfs.transfer.maxretrydelay lfs.transfer.maxverifies lfs.transfer.enablehrefrewrite remote.*.lfsurl remote.*.lfspushurl remote.lfsdefault remote.lfspushdefault',
  ),
  ofRepository(
    'gh(1), Visual Studio Code, its extension for pull requests, GitLens, GitKraken: notes of their own, which git does not read',
    'remote.*.gh-resolved branch.*.gh-merge-base branch.*.vscode-merge-base branch.*.github-pr-owner-number branch.*.github-pr-base-branch branch.*.gk-merge-base branch.*.gk-merge-target branch.*.gk-merge-target-user branch.*.gk-last-accessed branch.*.gk-last-modified branch.*.gk-associated-issues branch.*.base',
  ),
]

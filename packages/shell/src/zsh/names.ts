import { isAmong } from '../syntax/word-list.ts'

/** Builtins and reserved words of zsh 5.9, those of the modules that it loads by itself too. zshbuiltins(1), zshmisc(1) */
const ZSH_NAMES =
  '. - : [ alias always autoload bg bindkey break builtin bye case cd chdir command comparguments compcall compctl ' +
  'compdescribe compfiles compgroups compquote compset comptags comptry compvalues continue coproc declare dirs disable ' +
  'disown do done echo echotc echoti elif else emulate enable end esac eval example exec exit export false fc fg fi float ' +
  'for foreach function functions getcap getln getopts hash history if integer jobs kill let limit local log logout noglob ' +
  'nocorrect popd print printf private pushd pushln pwd r read readonly rehash repeat return sched select set setcap ' +
  'setopt shift source stat strftime suspend syserror sysopen sysread sysseek syswrite test then time times trap true ' +
  'ttyctl type typeset ulimit umask unalias unfunction unhash unlimit unset unsetopt until vared wait whence where which ' +
  'while zcompile zcurses zdelattr zformat zftp zgetattr zle zlistattr zmodload zparseopts zprof zpty zregexparse zselect ' +
  'zsetattr zsocket zstat zstyle zsystem ztcp ztie zuntie'

/** Does zsh run the name itself, or read it as a part of its language? */
export const isZshName = (name: string): boolean => isAmong(ZSH_NAMES, name)

/**
 * Parameters with a meaning of their own in zsh that they do not have in bash, where they are plain variables. Sources:
 * zshparam(1); zshmodules(1), zsh/parameter, zsh/zleparameter, zsh/terminfo, zsh/sched; zshzle(1).
 */
const ZSH_PARAMETERS =
  'aliases argv ARGC builtins cdpath commands dis_aliases dis_builtins dis_functions dis_functions_source dis_galiases ' +
  'dis_patchars dis_reswords dis_saliases dirstack EGID ERRNO fignore FIGNORE fpath FPATH funcfiletrace funcsourcetrace ' +
  'funcstack functions functions_source functrace galiases GID HISTCHARS histchars HISTSIZE history historywords HOST ' +
  'jobdirs jobstates jobtexts KEYBOARD_HACK keymaps KEYTIMEOUT LISTMAX LOGCHECK LOGNAME MAILCHECK mailpath MAILPATH ' +
  'manpath match MATCH mbegin MBEGIN mend MEND module_path MODULE_PATH modules nameddirs NULLCMD options parameters ' +
  'patchars path pipestatus PREDISPLAY POSTEDIT prompt PROMPT PROMPT2 PROMPT3 PROMPT4 psvar PSVAR READNULLCMD REPORTMEMORY ' +
  'REPORTTIME reswords RPROMPT RPROMPT2 RPS1 RPS2 saliases SAVEHIST signals SPROMPT status STTY termcap terminfo TERM ' +
  'TERMINFO_DIRS TIMEFMT TMOUT TMPPREFIX TMPSUFFIX TRY_BLOCK_ERROR TRY_BLOCK_INTERRUPT TTY TTYIDLE userdirs usergroups ' +
  'USERNAME VENDOR watch WATCH WATCHFMT widgets WORDCHARS zle_bracketed_paste zle_highlight ZDOTDIR zsh_eval_context ' +
  'zsh_scheduled_events'

/** May an assignment to it do more in zsh than to keep a text? */
export const isZshParameter = (name: string): boolean =>
  isAmong(ZSH_PARAMETERS, name) || /^(?:ZSH_|ZLE_|PS\d|DIRSTACK|_comp|comp[a-z]+$|reply$|REPLY$)/.test(name)

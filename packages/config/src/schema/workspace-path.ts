const CHARACTER = '[^/\\n\\r\\u2028\\u2029]'
const NOT_A_DOT = '[^/.\\n\\r\\u2028\\u2029]'
/** A name between slashes that is not `..`; without look-around, which takes more than linear time. */
const NAME = `(?:${NOT_A_DOT}${CHARACTER}*|\\.(?:${NOT_A_DOT}${CHARACTER}*)?|\\.\\.${CHARACTER}+)`

/** The pattern of a path that is relative to the workspace, and within it. */
export const WORKSPACE_PATH = `^${NAME}(?:/${NAME}?)*$`

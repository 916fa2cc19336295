/** A part of a tool's result, as models take them: text, or an image. */
export type ToolContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mediaType: string; /** Base64. */ readonly data: string }

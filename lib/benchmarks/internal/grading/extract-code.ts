/**
 * The program in an answer: its last fenced block that names the function, else the whole text. `export` is taken away,
 * because the sandbox runs scripts; undefined when nothing names the function.
 */
export function extractCode(text: string, name: string): string | undefined {
  const blocks = [...text.matchAll(/^[ \t]*```[\w+-]*[ \t]*\n([\s\S]*?)^[ \t]*```/gm)].map(
    ([, code = '']) => code,
  )
  const named = new RegExp(`\\b${name}\\b`)
  const code = blocks.filter((block) => named.test(block)).at(-1) ?? (blocks.length === 0 ? text : undefined)
  if (code === undefined || !named.test(code)) return undefined
  return code
    .replace(/^[ \t]*export[ \t]+default[ \t]+(?=(?:async[ \t]+)?function|class)/gm, '')
    .replace(/^[ \t]*export[ \t]+(?=(?:async[ \t]+)?function|const|let|var|class)/gm, '')
    .replace(/^[ \t]*export[ \t]*\{[^}]*\};?[ \t]*$/gm, '')
    .replace(/^[ \t]*export[ \t]+default[ \t]+[\w$]+;?[ \t]*$/gm, '')
    .replace(/^[ \t]*module\.exports\b[^\n]*$/gm, '')
}

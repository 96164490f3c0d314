import { common, createLowlight } from 'lowlight'
import { createElement, Fragment, type ReactNode } from 'react'

const lowlight = createLowlight(common)
/** Beyond this, colouring would hold up the page for longer than it helps. */
const maxLength = 60_000

type Node = ReturnType<typeof lowlight.highlight>['children'][number]

/** Code in any of the common languages as coloured spans, or plain where the language is not known. */
export function highlightAny(code: string, language: string): ReactNode {
  if (!lowlight.registered(language) || code.length > maxLength) return code
  return createElement(Fragment, null, ...lowlight.highlight(language, code).children.map(render))
}

function render(node: Node): ReactNode {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return null
  const names = node.properties.className
  const className = Array.isArray(names) ? names.join(' ') : undefined
  return createElement('span', { className }, ...node.children.map(render))
}

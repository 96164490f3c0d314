import bash from 'highlight.js/lib/languages/bash'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import typescript from 'highlight.js/lib/languages/typescript'
import { createLowlight } from 'lowlight'
import { createElement, Fragment, type ReactNode } from 'react'

const grammars = { bash, json, python, typescript }
const lowlight = createLowlight(grammars)

export type CodeLanguage = keyof typeof grammars

export const isCodeLanguage = (name: string): name is CodeLanguage => Object.hasOwn(grammars, name)

/** Code as colored spans. No HTML strings are involved, so nothing in the code can become markup. */
export function highlight(code: string, language: CodeLanguage): ReactNode {
  return drawNodes(lowlight.highlight(language, code))
}

type Root = ReturnType<typeof lowlight.highlight>

export function drawNodes({ children }: Root): ReactNode {
  return createElement(Fragment, null, ...children.map(render))
}

function render(node: Root['children'][number]): ReactNode {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return null
  const names = node.properties.className
  const className = Array.isArray(names) ? names.join(' ') : undefined
  return createElement('span', { className }, ...node.children.map(render))
}

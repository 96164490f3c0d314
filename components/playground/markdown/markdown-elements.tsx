import { ImageIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { Components, ExtraProps } from 'react-markdown'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { ChatCode } from './chat-code'

function Link({ href, children }: ComponentProps<'a'>) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}

/** Not loaded: a picture's address in an answer is a way to carry off what was said. The reader may open it. */
function LinkedImage({ src, alt }: ComponentProps<'img'>) {
  const address = typeof src === 'string' && src !== '' ? src : undefined
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      <ImageIcon className="mr-1 inline size-3.5 align-[-0.15em]" aria-hidden="true" />
      {alt || address || 'image'}
    </a>
  )
}

function WideTable({ dir, children }: ComponentProps<'table'>) {
  return (
    <ScrollRegion className="my-3 rounded-lg border border-line">
      <table dir={dir}>{children}</table>
    </ScrollRegion>
  )
}

/** A table as narrow as its longest words would give sentences a word a line: from here on a cell keeps room for some. */
const SENTENCE_CHARACTERS = 24

function Cell({ node, dir, style, children }: ComponentProps<'td'> & ExtraProps) {
  const isSentence = node !== undefined && lengthOf(node) > SENTENCE_CHARACTERS
  return (
    <td dir={dir} style={style} className={isSentence ? 'min-w-40' : undefined}>
      {children}
    </td>
  )
}

type Cellular = NonNullable<ExtraProps['node']>

function lengthOf({ children }: Cellular): number {
  return children.reduce((sum, child) => {
    if (child.type === 'text') return sum + child.value.length
    return child.type === 'element' ? sum + lengthOf(child) : sum
  }, 0)
}

function Code({ node, children }: ComponentProps<'pre'> & ExtraProps) {
  const code = node?.children[0]
  if (code?.type !== 'element') return <pre>{children}</pre>
  const names = code.properties.className
  const language = Array.isArray(names) ? String(names[0] ?? '').replace(/^language-/, '') : ''
  const text = code.children.map((child) => (child.type === 'text' ? child.value : '')).join('')
  return <ChatCode code={text.replace(/\n$/, '')} language={language} />
}

function TaskBox({ checked }: ComponentProps<'input'>) {
  return <input type="checkbox" checked={checked === true} disabled aria-label={checked ? 'Done' : 'To do'} />
}

/** One rank for all: an answer's own ranks would tear the page's outline. How large it looks says `data-rank`. */
function Heading({ node, dir, children }: ComponentProps<'h2'> & ExtraProps) {
  return (
    <h2 data-rank={node?.tagName.slice(1)} dir={dir}>
      {children}
    </h2>
  )
}

/** Every element that needs more than a style. Raw HTML is not on the list: it is shown as text. */
export const markdownElements: Components = {
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  a: Link,
  img: LinkedImage,
  table: WideTable,
  td: Cell,
  pre: Code,
  input: TaskBox,
}

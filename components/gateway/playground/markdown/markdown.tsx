import { type ComponentProps, memo, useMemo } from 'react'
import ReactMarkdown, { type Components, type ExtraProps } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { ChatCode } from './chat-code'
import './markdown.css'
import { ImageIcon } from 'lucide-react'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { splitBlocks } from './split-blocks'

const remarkPlugins = [remarkGfm]
const rehypePlugins = [blockDirection]
/** A longer part without a blank line is shown as plain text while it arrives, and as Markdown when it is complete. */
const maxLiveLength = 20_000

type MarkdownProps = { text: string; writing: boolean }

/** An answer's text. Only the last part renders while it is being written. */
export function Markdown({ text, writing }: MarkdownProps) {
  const blocks = useMemo(() => splitBlocks(text), [text])
  return (
    <div className="answer" data-writing={writing || undefined}>
      {blocks.map((block, at) => {
        // Parts are only added at the end, so the index is a stable key.
        const key = `${at}`
        if (block.kind === 'markdown') {
          const isLive = writing && at === blocks.length - 1
          return isLive && block.text.length > maxLiveLength ? (
            <p key={key} dir="auto">
              {block.text}
            </p>
          ) : (
            <Prose key={key} text={isLive ? closeMarks(block.text) : block.text} />
          )
        }
        return (
          <ChatCode
            key={key}
            code={block.code}
            language={block.language}
            complete={block.closed || !writing}
          />
        )
      })}
    </div>
  )
}

/** Ends code and bold text whose end has not arrived yet: their marks would be shown as text until then. */
export function closeMarks(text: string): string {
  const paragraph = text.slice(text.lastIndexOf('\n\n') + 1)
  const isOpen = (mark: string) => paragraph.split(mark).length % 2 === 0
  const mark = isOpen('`') ? '`' : isOpen('**') ? '**' : ''
  if (mark === '') return text
  return text.endsWith(mark) ? text.slice(0, -mark.length) : `${text.trimEnd()}${mark}`
}

const Prose = memo(function Prose({ text }: { text: string }) {
  return (
    <ReactMarkdown remarkPlugins={remarkPlugins} rehypePlugins={rehypePlugins} components={markdownElements}>
      {text}
    </ReactMarkdown>
  )
})

type Tree = { children: { type: string; properties?: Record<string, unknown> }[] }

/** A rehype plugin: each paragraph, list or table gets its own text direction. */
export function blockDirection() {
  return (tree: Tree): void => {
    for (const block of tree.children) if (block.properties) block.properties.dir = 'auto'
  }
}

function Link({ href, children }: ComponentProps<'a'>) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}

/** A link instead of the image: loading an image's URL could leak the conversation. The reader may open it. */
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
    <ScrollRegion className="my-3 rounded-lg border border-border">
      <table dir={dir}>{children}</table>
    </ScrollRegion>
  )
}

/** Cells with more text keep a minimum width, or a narrow table would break sentences after every word. */
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

/** All headings are h2, or answers would break the page's outline. `data-rank` sets the size. */
function Heading({ node, dir, children }: ComponentProps<'h2'> & ExtraProps) {
  return (
    <h2 data-rank={node?.tagName.slice(1)} dir={dir}>
      {children}
    </h2>
  )
}

/** Elements that need more than a style. Raw HTML is shown as text. */
const markdownElements: Components = {
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

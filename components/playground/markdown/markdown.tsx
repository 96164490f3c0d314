import { memo, useMemo } from 'react'
import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { ChatCode } from './chat-code'
import './markdown.css'
import { markdownElements } from './markdown-elements'
import { ownDirection } from './own-direction'
import { splitBlocks } from './split-blocks'

const remarkPlugins = [remarkGfm]
const rehypePlugins = [ownDirection]
/** A part as long as this, without one blank line, is shown as it comes and read as Markdown when it is complete. */
const dearLength = 20_000

type MarkdownProps = { text: string; writing: boolean }

/** An answer's text. Finished parts are not touched again while the last one is being written. */
export function Markdown({ text, writing }: MarkdownProps) {
  const blocks = useMemo(() => splitBlocks(text), [text])
  return (
    <div className="answer" data-writing={writing || undefined}>
      {blocks.map((block, at) => {
        // Parts are only ever added at the end, so their place names them.
        const key = `${at}`
        if (block.kind === 'markdown') {
          const tooDear = writing && at === blocks.length - 1 && block.text.length > dearLength
          return tooDear ? (
            <p key={key} dir="auto">
              {block.text}
            </p>
          ) : (
            <Prose key={key} text={block.text} />
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

const Prose = memo(function Prose({ text }: { text: string }) {
  return (
    <ReactMarkdown remarkPlugins={remarkPlugins} rehypePlugins={rehypePlugins} components={markdownElements}>
      {text}
    </ReactMarkdown>
  )
})

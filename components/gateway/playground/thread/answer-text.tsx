import { ChevronRight } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { prettyJson } from '@/lib/client/format/text'
import { ChatCode } from '../markdown/chat-code'

/** The Markdown renderer, while the first question is typed. An answer that comes earlier waits for it, never raw. */
export const loadMarkdown = () => import('../markdown/markdown')
const Markdown = lazy(async () => ({ default: (await loadMarkdown()).Markdown }))

type AnswerTextProps = { content: string; reasoning: string; writing: boolean }

/** An answer: its reasoning, collapsed, and its text as Markdown, or as code if it is all JSON. */
export function AnswerText({ content, reasoning, writing }: AnswerTextProps) {
  return (
    <>
      {reasoning !== '' && (
        <details className="group/thinking mb-2 text-sm text-muted-foreground">
          <summary className="flex w-fit list-none items-center gap-1 rounded-sm text-xs text-faint-foreground hover:text-foreground [&::-webkit-details-marker]:hidden">
            <ChevronRight
              className="size-3.5 transition-transform duration-100 group-open/thinking:rotate-90"
              aria-hidden="true"
            />
            {writing && content === '' ? 'Thinking…' : 'Thinking'}
          </summary>
          <p dir="auto" className="mt-1.5 border-s-2 border-border ps-3 break-words whitespace-pre-wrap">
            {reasoning}
          </p>
        </details>
      )}
      {content !== '' &&
        (looksLikeJson(content, writing) ? (
          <ChatCode
            code={writing ? content.trim() : prettyJson(content)}
            language="json"
            complete={!writing}
          />
        ) : (
          <Suspense fallback={null}>
            <Markdown text={content} writing={writing} />
          </Suspense>
        ))}
    </>
  )
}

/** Whether an answer is nothing but JSON (JSON mode). While it is being written, its beginning decides. */
export function looksLikeJson(content: string, writing: boolean): boolean {
  const text = content.trim()
  if (writing) return /^(\{\s*("|$)|\[\s*[{"\d]?\s*$|\[\s*\{)/.test(text)
  if (!/^[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

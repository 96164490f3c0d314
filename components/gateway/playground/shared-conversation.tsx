'use client'

import type { z } from 'zod'
import { cn } from '@/components/ui/cn'
import type { SharedTurns } from '@/lib/gateway/playground/schema'
import { Markdown } from './markdown/markdown'

type Turn = z.output<typeof SharedTurns>['turns'][number]

const endings = { done: '', stopped: 'This answer was stopped.', failed: 'This answer failed.' }

/** The snapshot behind a link: prompts as they were typed, answers as Markdown without HTML and without loading images. */
export function SharedConversation({ turns }: { turns: readonly Turn[] }) {
  return turns.map(({ prompt, images, answers }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a snapshot never changes
    <section key={at} aria-label={`Message ${at + 1}`} className="flex min-w-0 flex-col gap-5">
      <div
        dir="auto"
        className="ml-auto w-fit max-w-[85%] rounded-lg border border-border bg-muted px-3.5 py-2.5 text-sm leading-6 break-words whitespace-pre-wrap"
      >
        {prompt}
        {images > 0 && (
          <p className="text-xs text-faint-foreground">
            {images === 1 ? '1 image' : `${images} images`}, not shared
          </p>
        )}
      </div>
      <div className={cn('grid gap-6', answers.length > 1 && 'md:grid-cols-2')}>
        {answers.map(({ model, text, status }, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <article key={column} aria-label={`Answer from ${model}`} className="min-w-0">
            <p className="mb-1 truncate text-xs font-medium text-faint-foreground">{model}</p>
            <Markdown text={text} writing={false} />
            {status !== 'done' && <p className="mt-2 text-xs text-muted-foreground">{endings[status]}</p>}
          </article>
        ))}
      </div>
    </section>
  ))
}

import { Kbd } from '@/components/ui/kbd'
import { formatNumber } from '@/lib/client/format/number'
import type { Conversation } from '../state/conversation'
import { formatNanos } from '../thread/format-usd'

/** What the conversation has cost so far; before its first answer, how the keyboard works. */
export function TotalsLine({ conversation }: { conversation: Conversation }) {
  const { spent } = conversation
  return (
    <div className="figures @container mt-2 flex h-4 items-center gap-3 px-1 text-xs text-faint">
      {spent.answers > 0 && (
        <p className="flex min-w-0 gap-3 whitespace-nowrap" data-testid="conversation-totals">
          <span
            className="text-muted"
            title="Cost of this conversation, retried and deleted answers included"
          >
            {formatNanos(spent.costNanos)}
          </span>
          <span>{formatNumber(spent.promptTokens)} in</span>
          <span>{formatNumber(spent.completionTokens)} out</span>
          <span>
            {spent.answers} {spent.answers === 1 ? 'answer' : 'answers'}
          </span>
        </p>
      )}
      <p
        className="ml-auto hidden shrink-0 items-center gap-1 whitespace-nowrap @xl:flex pointer-coarse:hidden"
        aria-hidden="true"
      >
        <Kbd>Enter</Kbd> sends <Kbd className="ml-1.5">Shift Enter</Kbd> new line{' '}
        <Kbd className="ml-1.5">Esc</Kbd> stops
      </p>
    </div>
  )
}

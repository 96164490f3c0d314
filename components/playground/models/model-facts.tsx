import { formatCompact } from '@/lib/client/format/number'
import type { ChatModel } from './chat-model'
import { formatPricePerMillion } from './format-price-per-million'

/** Price and context of a model in one quiet line. */
export function ModelFacts({ model }: { model: ChatModel }) {
  const input = formatPricePerMillion(model.promptPrice)
  const output = formatPricePerMillion(model.completionPrice)
  return (
    <span className="figures flex min-w-0 items-center gap-2 text-xs whitespace-nowrap text-faint">
      {input && output && (
        <span title={`${input} per million input tokens, ${output} per million output tokens`}>
          {input} / {output}
          <span className="sr-only"> per million tokens in and out</span>
        </span>
      )}
      {model.contextLength !== null && (
        <span title={`${model.contextLength.toLocaleString('en-US')} tokens of context`}>
          {formatCompact(model.contextLength)}
          <span className="sr-only"> tokens of context</span>
        </span>
      )}
    </span>
  )
}

import { prettyJson } from '@/lib/client/format/text'
import { ChatCode } from '../markdown/chat-code'
import type { AssistantStep, Step } from '../state/conversation'
import { looksLikeJson } from './looks-like-json'
import { ToolCallCard } from './tool-call-card'

type AnsweredToolCallsProps = { step: AssistantStep; reply: readonly Step[]; complete: boolean }

/** Calls with what was given as their results; without them while the model is still writing the calls. */
export function AnsweredToolCalls({ step, reply, complete }: AnsweredToolCallsProps) {
  return step.toolCalls.map((call, at) => {
    const result = reply.find((other) => other.kind === 'tool' && other.toolCallId === call.id)
    // While it is being written a call may have no id yet; its place is as good.
    return (
      <ToolCallCard key={call.id || at} call={call} complete={complete}>
        {result && (
          <>
            <p className="text-xs text-faint">Result</p>
            <div className="[&>div]:mt-1.5 [&>div]:mb-0">
              <ChatCode {...describeResult(result.content)} />
            </div>
          </>
        )}
      </ToolCallCard>
    )
  })
}

function describeResult(content: string): { code: string; language: string } {
  if (!looksLikeJson(content, false)) return { code: content, language: '' }
  return { code: prettyJson(content), language: 'json' }
}

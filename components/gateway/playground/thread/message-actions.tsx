import type { LucideIcon } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { Tooltip } from '@/components/ui/tooltip'
import type { AssistantStep, Prompt } from '../conversation/conversation'
import type { Action } from '../conversation/reduce-conversation'
import { answerTools, type ReplyIds, retryStep, sendPrompt } from '../store/answers'
import { usePlaygroundStore } from '../store/context'

/** The actions of one message. Deleting can be undone. */
export function useMessageActions(ids: ReplyIds) {
  const store = usePlaygroundStore()
  const { conversationId, columnId, turnId } = ids
  function deleteWithUndo(action: Action) {
    store.focusPrompt() // the focused button is removed
    const before = store.getState().conversations[conversationId]
    store.dispatch(conversationId, action)
    if (!before) return
    const { turns, columns } = before
    const onClick = () => store.dispatch(conversationId, { type: 'turns-restored', turns, columns })
    toast('Message deleted', { action: { label: 'Undo', onClick } })
  }
  return {
    retry: (stepId: string | null) => {
      retryStep(store, ids, stepId)
      store.focusPrompt()
    },
    resend: (prompt: Prompt) => {
      sendPrompt(store, conversationId, prompt, turnId)
      store.focusPrompt()
    },
    leaveEditor: () => store.focusPrompt(),
    deletePrompt: () => deleteWithUndo({ type: 'turn-deleted', turnId }),
    deleteStep: (stepId: string) => deleteWithUndo({ type: 'step-deleted', turnId, columnId, stepId }),
    answer: (asked: AssistantStep, results: Record<string, string>) => {
      answerTools(store, ids, asked, results)
      store.focusPrompt()
    },
  }
}

type MessageButtonProps = { label: string; icon: LucideIcon; onClick: () => void; disabled?: boolean }

/** A small action under a message. */
export function MessageButton({ label, icon: Icon, onClick, disabled = false }: MessageButtonProps) {
  return (
    <Tooltip content={label}>
      <Button variant="ghost" size="icon-sm" aria-label={label} onClick={onClick} disabled={disabled}>
        <Icon aria-hidden="true" />
      </Button>
    </Tooltip>
  )
}

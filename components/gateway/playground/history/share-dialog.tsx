import { useMutation, useQuery } from '@tanstack/react-query'
import { useController } from 'react-hook-form'
import { z } from 'zod'
import { DialogForm, FormWindow } from '@/components/forms/api-form'
import { Choice } from '@/components/forms/choice'
import { LinkLength, NewLink, OpenLinks } from '@/components/forms/share-link'
import { useApiForm } from '@/components/forms/use-api-form'
import { formatDateTime } from '@/lib/client/format/time'
import {
  revokeConversationMutation,
  shareConversationMutation,
  sharedConversationsQuery,
} from '@/lib/gateway/playground/queries'
import type { Snapshot } from '@/lib/gateway/playground/schema'
import type { Conversation, Step } from '../conversation/conversation'
import { nameModel } from '../models/chat-model'
import { useModels } from '../store/context'

const ShareFields = z.object({ hours: z.number(), system: z.boolean() })

type ShareDialogProps = { conversation: Conversation; onClose: () => void }

/** Creates a link that shows a conversation as it is now, and revokes earlier ones. */
export function ShareDialog({ conversation, onClose }: ShareDialogProps) {
  const models = useModels()
  const share = useMutation(shareConversationMutation())
  const form = useApiForm({
    schema: ShareFields,
    defaultValues: { hours: 168, system: false },
    send: async ({ hours, system }) => {
      const snapshot = snapshotOf(conversation, (id) => nameModel(models, id), system)
      await share.mutateAsync({ ...snapshot, hours })
    },
  })
  const { field: hours } = useController({ control: form.control, name: 'hours' })
  const { field: system } = useController({ control: form.control, name: 'system' })
  return (
    <FormWindow open onClose={onClose}>
      <DialogForm
        form={form}
        title="Share conversation"
        description="Anyone with the link can read the messages and answers as they are now, until it expires. Images, tool calls and later messages are not included."
        action="Create link"
        onCancel={onClose}
      >
        <LinkLength hours={hours.value} onChange={hours.onChange} />
        {conversation.settings.system.trim() !== '' && (
          <Choice
            label="Include the system prompt"
            checked={system.value}
            onCheckedChange={system.onChange}
          />
        )}
        {share.data && <NewLink url={share.data.url} />}
        <SharedConversations />
      </DialogForm>
    </FormWindow>
  )
}

/** Of the whole organization, so that one to a conversation that this browser no longer has can be revoked. */
function SharedConversations() {
  const { data: shared = [] } = useQuery(sharedConversationsQuery())
  const revoke = useMutation(revokeConversationMutation())
  const links = shared.map(({ id, title, expires_at }) => ({
    id,
    title,
    note: `expires ${formatDateTime(expires_at)}`,
  }))
  return <OpenLinks links={links} revoke={revoke} />
}

/** What a link shows: texts only. Answers that are still being written are left out. */
export function snapshotOf(
  { title, settings, columns, turns }: Conversation,
  nameOf: (modelId: string) => string,
  showsSystem: boolean,
): Snapshot {
  return {
    title: title.slice(0, 120),
    ...(showsSystem && { system: settings.system }),
    turns: turns.map(({ prompt, replies }) => ({
      prompt: prompt.text,
      images: prompt.images.length,
      answers: columns.flatMap(({ id }) => answerOf(replies[id] ?? [], nameOf)),
    })),
  }
}

function answerOf(reply: Step[], nameOf: (modelId: string) => string): Snapshot['turns'][number]['answers'] {
  const steps = reply.filter((step) => step.kind === 'assistant')
  const last = steps.at(-1)
  if (!last || last.status === 'streaming') return []
  const text = steps.flatMap(({ content }) => content || []).join('\n\n')
  const status = last.status === 'interrupted' ? 'stopped' : last.status
  return [{ model: nameOf(last.modelId), text, status }]
}
